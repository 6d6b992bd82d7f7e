import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import { consecutivePairs, type History } from './history.ts';

/** Whole seconds: a Reset that moved by less may be the same one. */
const MOVED_SECONDS = 2;

/** A Reset of the minute moves by a minute, or by two where nothing was sent in between. */
const MOST_MINUTES = 2;

/**
 * RATE-13, of the day: a Limit and a Remaining of the day beside a Reset of the minute. That Reset passes, the next one is a minute later, and nothing of
 * the day is restored, as every kind of limiter does at its Reset. A doubt: another client may have used what was restored,
 * and the specification does not say that the three headers speak of one window. Source: specification, section 8, "Rate limit headers".
 */
export function judgeDayReset(
  { batches, clockOffset }: History,
  { knowledge: { plan, windows } }: Pick<LimiterFacts, 'knowledge'>,
): Finding[] {
  if (clockOffset === undefined || windows.day <= MOST_MINUTES * windows.minute) return [];
  for (const { before, after, drop } of consecutivePairs(batches)) {
    if (before.period !== 'day' || before.limit !== plan.perDay) continue;
    if (before.reset === undefined || after.reset === undefined) continue;
    const moved = after.reset - before.reset;
    if (moved < MOVED_SECONDS || moved > MOST_MINUTES * windows.minute) continue;
    const since = after.from - (before.reset * 1_000 - clockOffset.least);
    if (since < 0 || drop <= 0) continue;
    const says = `${RATE_LIMIT_HEADERS.reset} passed, and the next one is ${spokenTime(moved * 1_000)} later, but Remaining went from ${before.remaining} to ${after.remaining}: Limit and Remaining may be those of the day, and Reset that of the minute`;
    return [
      makeFinding({ rule: 'RATE-13', shownBy: [before.number, after.number] }, 'inconclusive', says, {
        expected: `a Remaining that is restored at ${RATE_LIMIT_HEADERS.reset}`,
        actual: `Remaining: ${after.remaining}`,
        fault: 'of another window',
        place: RATE_LIMIT_HEADERS.reset,
      }),
    ];
  }
  return [];
}
