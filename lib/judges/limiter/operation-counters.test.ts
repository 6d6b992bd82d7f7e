import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';
import { bucket } from './limiter-simulation.fixture.ts';

/** Rejected creations in groups of one to five, and a list after each group. */
const ROUND = [3, 1, 5, 2, 4, 1, 3, 5, 2, 4, 1, 3].flatMap((posts) => [
  ...Array<'POST'>(posts).fill('POST'),
  'GET' as const,
]);

const logOf = (pace: number, remainingOf: (method: 'GET' | 'POST', at: number) => number): LoggedRequest[] =>
  ROUND.map((method, index) => {
    const at = index * pace;
    const remaining = remainingOf(method, at);
    const post = { method, target: '/pets', status: 400 };
    return { at, remaining, resetIn: 60 - at / 1_000, ...(method === 'POST' && post) };
  });

const violated = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict, says }) => (verdict === 'fail' ? [`${rule} ${says}`] : []));

/** A bucket would give back fewer units meanwhile than are used, or more. */
describe.each([300, 1_200])('a counter for reading and another one for writing, one request each %i ms', (pace) => {
  it('are known by rejected creations that count each time', () => {
    const left = { GET: 60, POST: 60 };
    const found = violated(logOf(pace, (method) => --left[method]));
    expect(found).toEqual([
      expect.stringMatching(/^RATE-4 .*each operation seems to have a counter of its own \(createPet, listPets\)/),
    ]);
  });

  it('are none where rejected creations are free', () => {
    let left = 60;
    expect(violated(logOf(pace, (method) => (method === 'GET' ? --left : left)))).toEqual([]);
  });

  it.each([1, 2, 6])('are none where a bucket gives %i back at a time', (atATime) => {
    const limiter = bucket(60, { atATime });
    expect(violated(logOf(pace, (_method, at) => limiter(at).remaining))).toEqual([]);
  });
});
