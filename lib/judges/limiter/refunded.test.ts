import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { randomOf } from '../service-traits.fixture.ts';
import { bucket, failed, fixed, play, slidingLog, type Word } from './limiter-simulation.fixture.ts';

const ERRORS = [400, 404];

/** Counts first, and gives an error's place back only after the headers were written. */
function lagging(parts: ExchangeParts, { admitted }: Word): ExchangeParts {
  if (!admitted || !ERRORS.includes(parts.status ?? 200)) return parts;
  const headers = (parts.headers ?? []).map(([name, value]): [string, string] =>
    name === 'X-RateLimit-Remaining' ? [name, `${Math.max(0, Number(value) - 1)}`] : [name, value],
  );
  return { ...parts, headers };
}

/** The same with a store of counters that is elsewhere: now and then the place is back only after the next request was counted. */
function late(): typeof lagging {
  let [nth, isMissing] = [0, false];
  return (parts, word) => {
    const altered = lagging(parts, word);
    const headers = (altered.headers ?? []).map(([name, value]): [string, string] =>
      name === 'X-RateLimit-Remaining' && isMissing ? [name, `${Math.max(0, Number(value) - 1)}`] : [name, value],
    );
    isMissing = word.admitted && ERRORS.includes(parts.status ?? 200) && ++nth % 5 === 0;
    return { ...altered, headers };
  };
}

/** A window whose places of errors are there again only some milliseconds after the response, several at a time. */
function givingBackLate(perWindow: number, { after, seed }: { readonly after: number; readonly seed: number }) {
  const random = randomOf(seed);
  let [end, used] = [0, 0];
  let returning: number[] = [];
  return (now: number, isCounted = true): Word => {
    if (now >= end) [end, used, returning] = [now + 60_000, 0, []];
    used -= returning.filter((at) => at <= now).length;
    returning = returning.filter((at) => at > now);
    const admitted = used < perWindow;
    if (admitted) used++;
    if (admitted && !isCounted) returning.push(now + after * (1 / 2 + random()));
    return { admitted, remaining: perWindow - used, resetAt: end, opensAt: end };
  };
}

/** Every fifth error was sent something that whatever is in front of the service may refuse. */
function hostileNowAndThen(): typeof lagging {
  let nth = 0;
  return (parts) => (parts.status === 400 && ++nth % 3 === 0 ? { ...parts, target: '/pets?status=[' } : parts);
}

/** Says 42 whatever was used. */
function stuck(parts: ExchangeParts): ExchangeParts {
  return {
    ...parts,
    headers: (parts.headers ?? []).map(([name, value]): [string, string] => [
      name,
      name === 'X-RateLimit-Remaining' ? '42' : value,
    ]),
  };
}

describe('a limiter that gives the places of errors back', () => {
  it.each([1, 2, 3, 4, 5, 6])('is never called wrong (seed %i)', (seed) => {
    for (const limiter of [() => fixed(60), () => slidingLog(60), () => bucket(60)])
      for (const pace of [2, 20, 150])
        expect(failed(play({ seed, pace, limiter: limiter(), alter: lagging, uncounted: ERRORS }))).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])('is never called wrong where they are back late (seed %i)', (seed) => {
    for (const limiter of [() => fixed(60), () => slidingLog(60), () => bucket(60)])
      for (const pace of [2, 20, 150])
        expect(failed(play({ seed, pace, limiter: limiter(), alter: late(), uncounted: ERRORS }))).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])('is never called wrong where several are back at once (seed %i)', (seed) => {
    for (const after of [10, 40, 120])
      for (const pace of [2, 20, 60])
        for (const alter of [undefined, hostileNowAndThen()]) {
          const course = { seed, pace, limiter: givingBackLate(60, { after, seed }), uncounted: ERRORS };
          expect(failed(play({ ...course, ...(alter && { alter }) }))).toEqual([]);
        }
  });

  it('does not excuse a Remaining that never moves', () => {
    expect(failed(play({ limiter: fixed(60), alter: stuck }))).toContain('RATE-4');
  });
});
