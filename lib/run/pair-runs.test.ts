import { expect, it } from 'vitest';
import { aFarTarget } from './day-use.fixture.ts';
import { aCheck } from '../diff/diff.fixture.ts';
import type { Target } from '../targets/target.ts';
import { restedAt } from './pair-runs.ts';

const ENDED = 1_000_000;

/** How long after a run of that many requests the next one begins, in seconds. */
function restAfter(sent: number, plan: Target['plan'], more = 60, refused = 0): number {
  const { requests, ...rest } = aCheck('a');
  const report = { ...rest, requests: { ...requests, sent, refused }, limiter: [] };
  return (restedAt(aFarTarget({ plan }), { report, endedAt: ENDED }, more) - ENDED) / 1_000;
}

it.each([
  ['of a limit that has room for both', 120, { name: 'business', perMinute: 1_000 } as const, 60, 0],
  ['of a limit that the first run has used', 70, { name: 'free', perMinute: 60 } as const, 60, 61.1],
  ['of a limit that is not known, as of the smallest one', 30, { name: 'auto' } as const, 40, 61.1],
  ['of few requests, where that has room', 10, { name: 'auto' } as const, 10, 0],
  ['of a limit that others have used, too', 10, { name: 'business', perMinute: 1_000 } as const, 60, 61.1, 1],
  ['of a limit that two services may share', 10, { name: 'business', perMinute: 1_000 } as const, Infinity, 61.1],
])('a second run waits for a window of its own: %s', (_what, sent, plan, more, seconds, refused = 0) => {
  expect(restAfter(sent, plan, more, refused)).toBe(seconds);
});
