import { describe, expect, it } from 'vitest';
import { judged, type LoggedRequest } from './limiter-log.fixture.ts';
import { bucket } from './limiter-simulation.fixture.ts';

/** Lists, and rejected creations among them, in an order that does not repeat itself. */
const isPost = (index: number): boolean => [2, 3, 6, 7, 8, 13].includes((index * index) % 17);

const isOdd = (index: number): boolean => index % 2 === 1;

/** A run of 94 requests in a window of six seconds, which begins with the first. */
const runOf = (pace: number, remainingOf: (index: number, at: number) => number, sort = isPost): LoggedRequest[] =>
  Array.from({ length: 94 }, (_, index) => {
    // Not like clockwork.
    const at = index * pace + ((index * 7) % 5);
    const post = { method: 'POST', target: '/pets', status: 400 };
    return { at, remaining: remainingOf(index, at), resetIn: 6 - at / 1_000, ...(sort(index) && post) };
  });

const SHORT = { windows: { minute: 6, day: 86_400, testInstallation: true } };

const judgedShort = (requests: readonly LoggedRequest[]) => judged(requests, undefined, SHORT);

describe('requests that meet several counters in turn', () => {
  it.each([2, 3, 4])('admit more than the limit: %i counters', (counters) => {
    const found = judgedShort(runOf(15, (index) => 59 - Math.floor(index / counters)));
    expect(found).toContainEqual(
      expect.stringMatching(
        `^RATE-5 fail: 93 requests were admitted within 1.4 s.*: ${counters} counters seem to exist`,
      ),
    );
  });

  it('are known by counters that were used before, each by another number', () => {
    const found = judgedShort(runOf(15, (index) => (index % 2 === 0 ? 59 : 54) - Math.floor(index / 2)));
    expect(found).toContainEqual(expect.stringMatching(/^RATE-5 fail: .*2 counters seem to exist for the key/));
  });

  it('do not go down as they should where no more than the limit are sent', () => {
    const found = judgedShort(runOf(15, (index) => 59 - Math.floor(index / 2)).slice(0, 58));
    expect(found).toEqual([expect.stringMatching(/^RATE-4 fail: .*2 counters seem to exist for the key/)]);
  });
});

describe('one counter', () => {
  it('is a bucket that gives a unit back with every other request', () => {
    // 100 ms a unit.
    const limiter = bucket(60, { interval: 100 });
    expect(judgedShort(runOf(50, (_index, at) => limiter(at).remaining))).toEqual([]);
  });

  it('leaves every other request uncounted where those are rejected', () => {
    expect(judgedShort(runOf(15, (index) => 59 - Math.floor(index / 2), isOdd))).toEqual([]);
  });

  it('counts some rejected requests and not others', () => {
    let left = 60;
    const remainingOf = (index: number) => (isPost(index) && index % 2 === 0 ? left : --left);
    expect(judgedShort(runOf(15, remainingOf).slice(0, 70))).toEqual([]);
  });
});
