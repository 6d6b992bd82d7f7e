import { describe, expect, it } from 'vitest';
import { limitRun, type LimitAnswer } from './limit-run.fixture.ts';
import { LIMITER_KINDS } from './limiter-kinds.ts';
import { NOON, withServer } from './speak.fixture.ts';

const of = (name: 'remaining' | 'reset' | 'retryAfter' | 'status', answers: readonly LimitAnswer[]) =>
  answers.map((answer) => answer[name]);

describe.each(LIMITER_KINDS)('the kind %s over HTTP', (limiter) => {
  it('admits the figure, refuses in every operation, and admits again', async () => {
    const { first, others, burst, refused, after } = await limitRun({ limiter });
    expect(new Set(of('status', first))).toEqual(new Set([200, 404, 201]));
    expect(of('remaining', first)[0]).toBe('11');
    expect(of('status', others)).toEqual([200, 401, 400, 404]);
    expect(of('status', burst).filter((status) => status === 429)).toHaveLength(5);
    expect(refused[0]).toMatchObject({ status: 429, limit: '12', remaining: '0' });
    expect(after[0]?.status).toBe(200);
  });

  it('tells in Retry-After, in either form, when a request is admitted', async () => {
    for (const retryAfter of ['seconds', 'date'] as const) {
      let now = NOON;
      await withServer({ limiter, retryAfter, perMinute: 4, now: () => now }, async (speak, server) => {
        const list = { path: '/v1/pets?limit=1' };
        for (let sent = 0; sent < 4; sent++) {
          await speak(list);
          now += 700;
        }
        const refusal = await speak(list);
        expect([refusal.status, refusal.header('X-RateLimit-Remaining')]).toEqual([429, '0']);
        const wait = refusal.header('Retry-After') ?? '';
        expect(wait).toMatch(retryAfter === 'seconds' ? /^\d+$/ : / GMT$/);
        now = retryAfter === 'seconds' ? now + 1_000 * Number(wait) : Date.parse(wait);
        expect((await speak(list)).status).toBe(200);
        expect([server.bans(), server.requestsDuringRetryAfter()]).toEqual([0, 0]);
      });
    }
  });
});

it('the resets are those of each kind', async () => {
  const resets = new Map<string, unknown>();
  for (const limiter of LIMITER_KINDS) {
    const { first, refused, again } = await limitRun({ limiter });
    resets.set(limiter, [first[0]?.reset, first[8]?.reset, refused[0]?.reset, again[20]?.reset]);
  }
  expect(Object.fromEntries(resets)).toEqual({
    fixed: [60, 60, 60, 120],
    aligned: [40, 40, 40, 100],
    'sliding-log': [61, 61, 61, 63],
    weighted: [40, 40, 45, 100],
    'token-bucket': [6, 46, 61, 121],
  });
});

it('the server tells how often it was asked too early, and how many bans there were', async () => {
  let now = NOON;
  await withServer({ perMinute: 1, banAfter: 2, now: () => now }, async (speak, server) => {
    const list = { path: '/v1/pets?limit=1' };
    for (let sent = 0; sent < 3; sent++) await speak(list);
    expect([server.bans(), server.requestsDuringRetryAfter()]).toEqual([0, 0]);
    now += 1_000;
    expect([(await speak(list)).status, (await speak(list)).status, (await speak(list)).status]).toEqual([
      429, 429, 403,
    ]);
    expect([server.bans(), server.requestsDuringRetryAfter()]).toEqual([1, 2]);
  });
});
