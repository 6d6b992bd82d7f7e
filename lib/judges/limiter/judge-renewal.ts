import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import { consecutivePairs, type History } from './metered-history.ts';
import { consistentKinds } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** Others would have to use at least this share of a new window at once, and just as much as petvet had used of the one before. */
const USED_BEFORE = 1 / 2;

/**
 * RATE-13, of the minute: Reset passes and the next one is a window later, but Remaining goes on as before, in a log that only a fixed window explains:
 * that one is whole again at its Reset. A doubt: another client may have used just as much of the new window, at once.
 * Source: specification, section 8, "Rate limit headers".
 */
export function judgeRenewal(
  { batches, clockOffset }: History,
  { xray, knowledge: { windows } }: Pick<LimiterFacts, 'xray' | 'knowledge'>,
): Finding[] {
  const kinds = consistentKinds(xray);
  if (clockOffset === undefined || kinds.length === 0 || !kinds.every((kind) => kind === 'fixed window')) return [];
  const { perWindow } = xray.quota;
  for (const { before, after } of consecutivePairs(batches)) {
    const [earlier, later] = [before, after].map(({ period, limit, refused, reset, remaining }) =>
      period === 'minute' && limit === perWindow && !refused && reset !== undefined && remaining !== undefined
        ? { reset, remaining }
        : undefined,
    );
    if (earlier === undefined || later === undefined) continue;
    const moved = later.reset - earlier.reset;
    const since = after.from - (earlier.reset * 1_000 - clockOffset.least);
    const fallen = earlier.remaining - later.remaining;
    if (since < 0 || Math.abs(moved - windows.minute) > TOLERANCES.twoResetsSeconds) continue;
    if (fallen < 0 || fallen > 1 || earlier.remaining > perWindow * (1 - USED_BEFORE)) continue;
    const says = `${RATE_LIMIT_HEADERS.reset} passed, and the next one is ${spokenTime(moved * 1_000)} later, but Remaining went from ${earlier.remaining} to ${later.remaining}, as if no window had ended: another client may have used just as much at once`;
    return [
      makeFinding({ rule: 'RATE-13', shownBy: [before.number, after.number] }, 'inconclusive', says, {
        expected: `a Remaining that is restored at ${RATE_LIMIT_HEADERS.reset}`,
        actual: `Remaining: ${later.remaining}`,
        fault: 'nothing restored',
        place: RATE_LIMIT_HEADERS.reset,
      }),
    ];
  }
  return [];
}
