import { describe, expect, it } from 'vitest';
import { startSecondService, type SecondServiceOptions } from './second-service.ts';
import { rulesWith, said, vetted } from './vetted.fixture.ts';

/** What a run at the default depth may cost a service. */
const MOST = { requests: 120, pets: 15 };

/** Only a used-up window shows these. */
const OF_THE_LIMITER = ['RATE-5', 'RATE-7', 'RATE-8', 'RATE-10', 'RATE-13'];

interface Case extends SecondServiceOptions {
  readonly seed: number;
  /** The must rules that nothing can show here, and those that may stay open. */
  readonly unseen: readonly string[];
  readonly open: readonly string[];
}

const CASES: readonly Case[] = [
  // Where there are no more than twenty pets, no page tells which size it has without a limit.
  { pets: 0, seed: 101, unseen: ['LIST-4'], open: ['LIST-3'] },
  // A category that petvet guesses is refused, which is no fault of the service.
  { pets: 5, knownCategories: true, seed: 102, unseen: ['LIST-4'], open: ['CREATE-1', 'LIST-3'] },
  // A categoryId that is an object without a prototype is among the draws of this seed.
  { pets: 150, seed: 60, unseen: [], open: [] },
  // Full pages hold any part of the pets: whether a refused one was stored cannot be seen.
  { pets: 3_000, seed: 104, unseen: [], open: ['AUTH-4', 'CREATE-8'] },
];

describe('petvet check finds nothing to blame on a conforming service that shares no habit with the reference server', () => {
  it.each(CASES)(
    'with $pets pets, seed $seed',
    async ({ seed, unseen, open, ...options }) => {
      await using service = await started(options);
      const { status, report } = await vetted(service, seed);
      expect(rulesWith(report, 'must', 'fail'), said(report, 'fail')).toEqual([]);
      expect(except(rulesWith(report, 'must', 'inconclusive'), open), said(report, 'inconclusive')).toEqual([]);
      expect(except(rulesWith(report, 'must', 'not-exercised'), [...unseen, ...OF_THE_LIMITER])).toEqual([]);
      // The bearer plugin does not say how to authenticate.
      expect(rulesWith(report, 'should', 'warn'), said(report, 'warn')).toEqual(['AUTH-5']);
      expect(status).toBe(0);
      expect(report.requests.sent).toBeLessThanOrEqual(MOST.requests);
      expect(report.requests).toMatchObject({ refused: 0, waitedSeconds: 0 });
      expect(report.created.length).toBeLessThanOrEqual(MOST.pets);
    },
    60_000,
  );
});

it('petvet check uses the limit of the second service up, and finds nothing to blame on its limiter', async () => {
  const minuteSeconds = 10;
  await using service = await started({ pets: 150, perMinute: 60, minuteSeconds });
  const { status, report } = await vetted(service, 105, minuteSeconds);
  expect(rulesWith(report, 'must', 'fail'), said(report, 'fail')).toEqual([]);
  expect(rulesWith(report, 'must', 'inconclusive'), said(report, 'inconclusive')).toEqual([]);
  expect(rulesWith(report, 'must', 'not-exercised')).toEqual([]);
  expect({ status, outcome: report.outcome }).toEqual({ status: 0, outcome: 'conforming' });
  expect(report.requests.sent).toBeLessThanOrEqual(MOST.requests);
  expect(report.requests.refused).toBeLessThanOrEqual(3);
}, 60_000);

describe('the second service', () => {
  it('keeps an int64 exact on its way through body, database and answer', async () => {
    await using service = await started({ pets: 0 });
    for (const categoryId of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '-0', '12']) {
      const created = await send(service, '/pets', `{"name":"Kuro","categoryId":${categoryId}}`);
      expect(created.status).toBe(201);
      const shown = `"categoryId":${BigInt(categoryId)},`;
      const [, id] = /^\{"id":(\d+),/.exec(await created.text()) ?? [];
      expect(await (await send(service, `/pets/${id}`)).text()).toContain(shown);
      expect(await (await send(service, '/pets')).text()).toContain(shown);
    }
  });

  it.each([
    '{"name":"Kuro","categoryId":"12"}',
    '{"name":"Kuro","categoryId":{}}',
    '{"name":"Kuro","categoryId":9223372036854775808}',
    '{"name":12,"categoryId":12}',
    '{"name":"Kuro","categoryId":12,"status":"SOLD"}',
    '['.repeat(100_000),
  ])('coerces nothing and falls over nothing: %.60s', async (body) => {
    await using service = await started({ pets: 0 });
    const answer = await send(service, '/pets', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ status: 400 });
  });

  it('refuses what is over the limit, per caller, and says when to come back', async () => {
    await using service = await started({ perMinute: 2 });
    const answers = [await send(service, '/pets'), await send(service, '/pets/7'), await send(service, '/pets/%zz')];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0']);
    const [, , refused] = answers;
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(Number(refused?.headers.get('x-ratelimit-reset')) - Date.now() / 1_000).toBeLessThanOrEqual(61);
    expect((await send({ ...service, key: service.secondKey }, '/pets')).status).toBe(200);
    expect((await send({ ...service, key: 'nobody' }, '/pets')).status).toBe(401);
  });
});

function except(ids: readonly string[], allowed: readonly string[]): string[] {
  return ids.filter((id) => !allowed.includes(id));
}

async function started(options: SecondServiceOptions) {
  const service = await startSecondService(options);
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}

async function send({ baseUrl, key }: { baseUrl: string; key: string }, path: string, body?: string) {
  return fetch(`${baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body }),
  });
}
