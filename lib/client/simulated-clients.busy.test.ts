import { describe, expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { randomFrom } from '../reference/random.ts';
import { simulate, type Waiting } from './simulated-client.fixture.ts';

const RETRIES = [2, 3, 4, 5, 9] as const;
const FIRST = [100, 300, 500, 1_000] as const;
const { max, min } = Math;

/** Each with every first wait and number of retries. */
type Family = (first: number) => Waiting['wait'];

/** What they come to: how many of each verdict, and the seconds that the longest one takes. */
function come(family: Family, retries: number, runs: number) {
  const random = randomFrom(retries);
  const all = FIRST.flatMap((first) =>
    Array.from({ length: runs }, () => simulate({ wait: family(first), retries }, random)),
  );
  const shareOf = (verdict: string) => all.filter(({ finding }) => finding.verdict === verdict).length / all.length;
  return { pass: shareOf('pass'), fail: shareOf('fail'), longest: max(...all.map(({ seconds }) => seconds)) };
}

const GOOD: readonly (readonly [string, Family])[] = [
  [
    'that double',
    (first) =>
      ({ n, asked }) =>
        max(asked, first * 2 ** n),
  ],
  [
    'half as long again',
    (first) =>
      ({ n, asked }) =>
        max(asked, first * 1.5 ** n),
  ],
  [
    'with full jitter',
    (first) =>
      ({ n, asked, share }) =>
        max(asked, share() * first * 2 ** n),
  ],
  [
    'with equal jitter',
    (first) =>
      ({ n, asked, share }) =>
        max(asked, (0.5 + share() / 2) * first * 2 ** n),
  ],
  [
    'with jitter of a quarter',
    (first) =>
      ({ n, asked, share }) =>
        max(asked, (0.75 + share() / 2) * first * 2 ** n),
  ],
  [
    'with decorrelated jitter',
    (first) =>
      ({ asked, share, before }) =>
        max(asked, first + share() * (3 * max(first, before) - first)),
  ],
  [
    'with full jitter on top of Retry-After',
    (first) =>
      ({ n, asked, share }) =>
        asked + share() * first * 2 ** n,
  ],
  [
    'up to three times the first',
    (first) =>
      ({ n, asked }) =>
        max(asked, min(3 * first, first * 2 ** n)),
  ],
  [
    'up to eight times the first',
    (first) =>
      ({ n, asked }) =>
        max(asked, min(8 * first, first * 2 ** n)),
  ],
];

const BAD: readonly (readonly [string, Family, fewestRetries: number])[] = [
  [
    'all the same',
    (first) =>
      ({ asked }) =>
        max(asked, first),
    2,
  ],
  [
    'as Retry-After says',
    () =>
      ({ asked }) =>
        asked,
    2,
  ],
  [
    'longer by the same time each',
    (first) =>
      ({ n, asked }) =>
        max(asked, (200 + first) * (n + 1)),
    4,
  ],
  [
    'longer by the same time each, on top of Retry-After',
    (first) =>
      ({ n, asked }) =>
        asked + (200 + first) * (n + 1),
    4,
  ],
  // A backoff that stays below a second in all its attempts cannot be told from one that waits for the longer of the two.
  [
    'for which Retry-After stands in',
    (first) =>
      ({ n, asked }) =>
        asked || max(500, first) * 2 ** n,
    4,
  ],
];

describe('CLIENT-3 of simulated clients, with waits', () => {
  it.each(GOOD.flatMap(([what, family]) => RETRIES.map((retries) => [what, retries, family] as const)))(
    '%s, and %i retries, is not violated',
    (_what, retries, family) => {
      expect(come(family, retries, times(1_000, 8)).fail).toBeLessThanOrEqual(0.000_5);
    },
  );

  it.each(
    BAD.flatMap(([what, family, fewest]) =>
      RETRIES.filter((retries) => retries >= fewest).map((retries) => [what, retries, family] as const),
    ),
  )('%s, and %i retries, is violated, and that is known in a minute', (_what, retries, family) => {
    const { fail, longest } = come(family, retries, times(100, 8));
    expect(fail).toBeGreaterThanOrEqual(0.9);
    expect(longest).toBeLessThan(70);
  });

  it('longer by the same time each, and 3 retries, is not verified', () => {
    const found = come(
      (first) =>
        ({ n, asked }) =>
          max(asked, (200 + first) * (n + 1)),
      3,
      times(100, 8),
    );
    expect(found.pass).toBeLessThan(0.15);
  });
});
