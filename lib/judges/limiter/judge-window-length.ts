import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { largest, smallest } from '../../evidence/extremes.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { History } from './metered-history.ts';
import type { MeteredRequest } from './metered-request.ts';
import type { ShorterWindow } from './short-window.ts';
import type { Xray } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** Allowance for clocks and whole seconds: a window may look longer or shorter by this much, or by this share of it. */
const LEEWAY_SECONDS = 5;
const LEEWAY_SHARE = 1 / 10;

/** Rounding, and requests that left no trace, in units. */
const SLACK = 3;

/**
 * RATE-3: the plan's limit is one of a minute. Where Reset says that a whole quota renews sooner, or later, the limit applies to another length of
 * time. This is a doubt: the specification does not say that Reset ends the window. Source: specification, section 8, "Rate limits by plan".
 *
 * @param shorter - the announced window, where it looks shorter than a minute
 */
export function judgeWindowLength(
  history: History,
  xray: Xray,
  shorter: ShorterWindow | undefined,
  knowledge: Knowledge,
): Finding[] {
  if (xray.violations.length > 0) return [];
  const { perWindow } = xray.quota;
  const { minute } = knowledge.windows;
  if (shorter !== undefined) {
    const { seconds, restored, shownBy } = shorter;
    // A bucket restores as much in that time as its rate says.
    const isMore = restored > (perWindow * seconds) / minute + SLACK;
    return isMore ? [ofAnotherLength(perWindow, seconds, minute, shownBy)] : [];
  }
  const longer = findLongerWindow(history, perWindow, minute);
  return longer === undefined ? [] : [ofAnotherLength(perWindow, longer.seconds, minute, longer.shownBy)];
}

function ofAnotherLength(perWindow: number, seconds: number, minute: number, shownBy: readonly number[]): Finding {
  const plan = minute === 60 ? 'minute' : `${minute} s`;
  const length = spokenTime(seconds * 1_000);
  const says = `the quota of ${perWindow} renews every ${length} according to X-RateLimit-Reset, not every ${plan}: the limit may not be the plan's, which is per minute`;
  return makeFinding({ rule: 'RATE-3', shownBy }, 'inconclusive', says, {
    expected: `${perWindow} requests every ${plan}`,
    actual: `${perWindow} requests every ${length}`,
    fault: 'of another length of time',
    place: RATE_LIMIT_HEADERS.reset,
  });
}

/** This many windows must be announced with the same length. */
const ENOUGH = 2;

/**
 * Windows that begin whole, each with a Reset farther ahead than a minute: no limiter remembers an unused quota for longer. They must be equally
 * long, and none may be whole again before its Reset, for which RATE-13 is blamed.
 */
function findLongerWindow(
  { requests, clockOffset }: History,
  perWindow: number,
  minute: number,
): { readonly seconds: number; readonly shownBy: readonly number[] } | undefined {
  if (clockOffset === undefined) return undefined;
  const longest = minute + Math.max(TOLERANCES.twoResetsSeconds, Math.min(LEEWAY_SECONDS, minute * LEEWAY_SHARE));
  const firsts: { readonly request: MeteredRequest; readonly ahead: number }[] = [];
  let last: number | undefined;
  for (const request of requests) {
    const { period, limit, remaining, reset, to } = request;
    if (period !== 'minute' || limit !== perWindow || reset === undefined || request.refused) continue;
    const isNext = last === undefined || reset - last > TOLERANCES.resetSeconds;
    // A Reset that moves with use is that of a bucket, or of a log.
    if (isNext && last !== undefined && reset - last < longest) return undefined;
    last = reset;
    if (!isNext) continue;
    if ((remaining ?? 0) < perWindow - 1 - SLACK) return undefined;
    firsts.push({ request, ahead: reset - (to + clockOffset.most) / 1_000 });
  }
  const ahead = firsts.map((first) => first.ahead);
  const [least, most] = [smallest(ahead), largest(ahead)];
  if (firsts.length < ENOUGH || least < longest || most - least > TOLERANCES.twoResetsSeconds) return undefined;
  return { seconds: Math.round(least), shownBy: firsts.map(({ request }) => request.number) };
}
