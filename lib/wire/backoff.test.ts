import { describe, expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

const NOW = 1_795_000_000_000;
const refused = { at: NOW, refused: true };

describe('after a refusal', () => {
  it('nothing starts before Retry-After and a little more than a second are over', () => {
    expect(createBackoff(5_000, () => 0).refuse({ ...refused, retryAfter: 20_000 })).toBe(NOW + 21_100);
    expect(createBackoff(5_000, () => 0).refuse({ ...refused, retryAfter: 0 })).toBe(NOW + 1_100);
    expect(createBackoff(5_000, () => 0).refuse({ ...refused, retryAfter: 5_000, resetAt: NOW + 40_000 })).toBe(
      NOW + 6_100,
    );
  });

  it('the Reset tells where Retry-After does not, else a second of our own', () => {
    expect(createBackoff(5_000, () => 0).refuse({ ...refused, resetAt: NOW + 20_000 })).toBe(NOW + 21_100);
    expect(createBackoff(5_000, () => 0).refuse(refused)).toBe(NOW + 1_000);
    expect(createBackoff(5_000, () => 0).refuse({ ...refused, resetAt: NOW - 3_000 })).toBe(NOW + 1_000);
  });

  it('each further one doubles a wait of our own, with jitter, the last try but comes a window later, and none shortens the service’s', () => {
    const backoff = createBackoff(5_000, () => 1);
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(() => backoff.refuse(refused) - NOW);
    expect(waits).toEqual([1_250, 2_500, 6_100, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(backoff.over()).toEqual({ waits: 7, asked: 0 });
    expect(backoff.refuse({ ...refused, retryAfter: 90_000 })).toBe(NOW + 91_100);
    backoff.admit();
    expect(backoff.over()).toBeUndefined();
    expect(backoff.refuse(refused)).toBe(NOW + 1_250);
  });

  it('a Retry-After that ended before the Reset and was not enough twice gives way to the later of the two', () => {
    const backoff = createBackoff(5_000, () => 0);
    const short = { ...refused, retryAfter: 1_000, resetAt: NOW + 30_000 };
    expect(backoff.refuse(short)).toBe(NOW + 2_100);
    expect(backoff.refuse(short)).toBe(NOW + 2_100);
    expect(backoff.refuse(short)).toBe(NOW + 31_100);
    backoff.admit();
    expect(backoff.refuse(short)).toBe(NOW + 2_100);
  });

  it('one that was enough is believed the next time', () => {
    const backoff = createBackoff(5_000, () => 0);
    const short = { ...refused, retryAfter: 1_000, resetAt: NOW + 30_000 };
    backoff.refuse(short);
    backoff.admit();
    expect(backoff.refuse(short)).toBe(NOW + 2_100);
  });

  it.each([
    ['each', [1, 2, 3, 4], 3],
    ['some', [0, undefined, 3, undefined], 2],
    ['the last, which nobody waited for', [undefined, undefined, undefined, 4], 0],
  ])('counts the waits that a Retry-After asked for: %s', (_of, seconds, asked) => {
    const backoff = createBackoff(5_000, () => 0);
    for (const second of seconds)
      backoff.refuse({ ...refused, ...(second !== undefined && { retryAfter: second * 1_000 }) });
    expect(backoff.over()).toEqual({ waits: 3, asked });
  });

  it('refusals of the same moment lengthen the wait where they ask for more, and count no further', () => {
    const backoff = createBackoff(5_000, () => 0);
    backoff.refuse({ ...refused, retryAfter: 1_000 });
    expect(backoff.again({ ...refused, retryAfter: 3_000 })).toBe(NOW + 4_100);
    expect(backoff.again(refused)).toBeLessThan(NOW);
    for (let refusal = 0; refusal < 3; refusal += 1) {
      expect(backoff.over()).toBeUndefined();
      backoff.refuse(refused);
    }
    expect(backoff.over()).toBeDefined();
  });
});
