import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ClientReport } from './client-report.ts';
import { drawFreedoms } from './freedoms.ts';
import { startSessionServer, type SessionServer } from './session-server.ts';

const Made = z.object({
  freedoms: z.array(z.unknown()).optional(),
  id: z.string(),
  baseUrl: z.url(),
  apiKey: z.string(),
  report: z.url(),
  junit: z.url(),
});

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer(0, '2026-11-29');
});
afterAll(() => server.close());

async function make(body?: unknown): Promise<z.infer<typeof Made>> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(server.url, { method: 'POST', ...init });
  expect(response.status).toBe(201);
  return Made.parse(await response.json());
}

async function reportOf({ report }: Pick<z.infer<typeof Made>, 'report'>): Promise<ClientReport> {
  return ClientReport.parse(await (await fetch(report)).json());
}

const list = ({ baseUrl, apiKey }: z.infer<typeof Made>) =>
  fetch(`${baseUrl}/pets?limit=2`, { headers: { Authorization: `Bearer ${apiKey}` } });

describe('a session', () => {
  it('has a service of its own, and the verdicts on whoever called it', async () => {
    const [one, other] = [await make(), await make({ client: 'another' })];
    const created = await fetch(`${one.baseUrl}/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${one.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
    });
    expect(created.status).toBe(201);
    expect((await list(other)).status).toBe(200);
    expect((await fetch(`${other.baseUrl}/pets?limit=900`)).status).not.toBe(200);
    expect((await reportOf(one)).requests).toMatchObject([{ request: 'POST /pets', status: 201 }]);
    const report = await reportOf(other);
    expect(report).toMatchObject({ outcome: 'violating' });
    expect(report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      'CLIENT-1',
      'CLIENT-5',
    ]);
    expect(await (await fetch(other.junit)).text()).toContain('<failure');
  });

  it('that nobody has called shows nothing of its client', async () => {
    const { outcome, rules } = await reportOf(await make());
    expect([outcome, new Set(rules.map(({ verdict }) => verdict))]).toEqual(['incomplete', new Set(['not-exercised'])]);
    expect(rules[0]?.says).toBe('the client sent no request');
  });

  it('takes the key of no other session', async () => {
    const [one, other] = [await make(), await make()];
    expect((await list({ ...one, apiKey: other.apiKey })).status).toBe(401);
    expect(JSON.stringify(await reportOf(one))).not.toContain(other.apiKey);
  });

  it('puts its client into the situation that was asked for', async () => {
    const made = await make({ situation: 'refusals' });
    const statuses = [(await list(made)).status, (await list(made)).status, (await list(made)).status];
    expect(statuses).toEqual([200, 429, 429]);
    const early = (await reportOf(made)).rules.find(({ id }) => id === 'CLIENT-2');
    expect(early).toMatchObject({ verdict: 'fail', requests: [2, 3] });
  });

  it('conforms in the ways that a seed draws, and says in which', async () => {
    const made = await make({ grease: 4 });
    const drawn = drawFreedoms(4).map(({ name, says }) => ({ name, says }));
    expect(made.freedoms).toEqual(drawn);
    expect((await list(made)).status).toBe(200);
  });

  it('ends with its last verdicts, and is gone', async () => {
    const made = await make();
    await list(made);
    const ended = await fetch(made.report, { method: 'DELETE' });
    expect(ClientReport.parse(await ended.json()).requests).toHaveLength(1);
    expect([(await fetch(made.report)).status, (await list(made)).status]).toEqual([404, 404]);
  });

  it('of 200 at once is as good as alone', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => make({ situation: 'no-body' })));
    await Promise.all(all.map(list));
    const second = await Promise.all(all.map(async (one) => (await list(one)).status));
    expect(new Set(second)).toEqual(new Set([429]));
    const reports = await Promise.all(all.map(reportOf));
    expect(reports.filter(({ situations: [first], requests }) => first?.isMet && requests.length === 2)).toHaveLength(
      200,
    );
    await Promise.all(all.map(({ report }) => fetch(report, { method: 'DELETE' })));
  });

  it.each<[string, string, string, string | undefined, number, string]>([
    ['a situation that is none', 'POST', '', '{"situation":"x"}', 400, 'situation is none of plain, refusals, '],
    ['a situation that needs a seed', 'POST', '', '{"situation":"greased"}', 400, 'situation is none of plain, '],
    ['a day that is none', 'POST', '', '{"asOf":"2026-02-30"}', 400, 'asOf is not a date of the form YYYY-MM-DD'],
    ['a day in another type', 'POST', '', '{"asOf":7}', 400, 'asOf is not a date of the form YYYY-MM-DD'],
    ['a seed that is none', 'POST', '', '{"grease":-1}', 400, 'grease is not a whole number from 0 on'],
    [
      'a long name',
      'POST',
      '',
      `{"client":"${'x'.repeat(201)}"}`,
      400,
      'client is not a text of at most 200 characters',
    ],
    ['no JSON', 'POST', '', '{', 400, 'the body is not a JSON object: send {"situation": "refusals"}, for example'],
    ['another JSON', 'POST', '', '[]', 400, 'the body is not a JSON object: '],
    ['a member that is none', 'POST', '', '{"greased":true}', 400, '"greased" is unknown: a session has situation, '],
    ['too long a body', 'POST', '', ' '.repeat(70_000), 413, 'the body is longer than 65536 bytes'],
    ['a session that is none', 'GET', '/abc', undefined, 404, 'there is no session abc: it was ended, or not used for'],
    [
      'a file that is none',
      'GET',
      '/abc/client.json',
      undefined,
      404,
      'nothing is here: POST /sessions makes a session',
    ],
    ['another method', 'PUT', '', '{}', 405, '/sessions takes POST and GET'],
  ])('asked for with %s is one sentence', async (_what, method, path, body, status, says) => {
    const response = await fetch(`${server.url}${path}`, { method, ...(body !== undefined && { body }) });
    const { error } = z.object({ error: z.string() }).parse(await response.json());
    expect([response.status, error]).toEqual([status, expect.stringContaining(says)]);
  });
});
