import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { largest, smallest } from '../../evidence/extremes.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import type { History } from './metered-history.ts';
import type { MeteredRequest } from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/** A Reset of the minute moves by a minute, or by two where nothing was sent in between. */
const MOST_MINUTES = 2;

/** What the responses of one moment say about the day. */
interface DayFigures {
  readonly request: MeteredRequest;
  readonly reset: number;
  readonly least: number;
  readonly most: number;
}

/**
 * RATE-13, of the day: a Limit and a Remaining of the day beside a Reset of the minute. That Reset passes, the next one is a minute later, and nothing of
 * the day is restored, as every kind of limiter does at its Reset. This is a doubt: another client may have used what was restored,
 * and the specification does not say that the three headers describe one window. Source: specification, section 8, "Rate limit headers".
 */
export function judgeDayReset(
  { batches, clockOffset }: History,
  { knowledge: { plan, windows } }: Pick<LimiterFacts, 'knowledge'>,
): Finding[] {
  if (clockOffset === undefined || windows.day <= MOST_MINUTES * windows.minute) return [];
  let before: DayFigures | undefined;
  for (const { requests } of batches) {
    const after = readDay(requests, plan.perDay);
    const earlier = before;
    before = after;
    if (earlier === undefined || after === undefined) continue;
    const moved = after.reset - earlier.reset;
    if (moved < TOLERANCES.twoResetsSeconds || moved > MOST_MINUTES * windows.minute) continue;
    const since = after.request.from - (earlier.reset * 1_000 - clockOffset.least);
    if (since < 0 || after.most >= earlier.least) continue;
    const says = `${RATE_LIMIT_HEADERS.reset} passed, and the next one is ${spokenTime(moved * 1_000)} later, but Remaining went from ${earlier.least} to ${after.most}: Limit and Remaining may be those of the day, and Reset that of the minute`;
    return [
      makeFinding({ rule: 'RATE-13', shownBy: [earlier.request.number, after.request.number] }, 'inconclusive', says, {
        expected: `a Remaining that is restored at ${RATE_LIMIT_HEADERS.reset}`,
        actual: `Remaining: ${after.most}`,
        fault: 'of another window',
        place: RATE_LIMIT_HEADERS.reset,
      }),
    ];
  }
  return [];
}

/** Undefined where one of them says nothing about the day, or they give different ends of it. */
function readDay(requests: readonly MeteredRequest[], perDay: number | undefined): DayFigures | undefined {
  const [request] = requests;
  const { reset } = request ?? {};
  if (request === undefined || reset === undefined) return undefined;
  const isOne = requests.every((one) => one.period === 'day' && one.limit === perDay && one.reset === reset);
  const said = requests.flatMap(({ remaining }) => remaining ?? []);
  if (!isOne || said.length < requests.length) return undefined;
  return { request, reset, least: smallest(said), most: largest(said) };
}
