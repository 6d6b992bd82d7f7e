import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import { numbered, type Unnumbered } from './as-sent.ts';
import { withLostLines } from './lost-lines.ts';

/** Why what looks violated may be none: the log misses lines, or the service restarted and forgot what it had counted. */
export type Doubt = 'lost lines' | 'restart';

/** Traffic in which rules look violated, and a judge of what it might have been instead. */
export interface Suspected {
  readonly own: readonly Unnumbered[];
  readonly others: readonly Unnumbered[];
  readonly isComplete: boolean;
  readonly failed: readonly RuleId[];
  /** @returns the rules that are violated in traffic */
  readonly failedIn: (exchanges: readonly Exchange[]) => ReadonlySet<RuleId>;
}

/**
 * Which of the rules would not be violated if something had happened that no log shows, and what. What is violated then as well has no such
 * excuse.
 */
export function doubtsOn({ own, others, isComplete, failed, failedIn }: Suspected): Map<RuleId, Doubt> {
  const filled = isComplete ? undefined : numbered([...withLostLines(own), ...withLostLines(others)]);
  const lost = filled === undefined ? failed : failed.filter((rule) => failedIn(filled).has(rule));
  const doubts = new Map<RuleId, Doubt>(
    failed.filter((rule) => !lost.includes(rule)).map((rule) => [rule, 'lost lines']),
  );
  const forgotten = lost.filter((rule) => FORGOTTEN.includes(rule));
  if (forgotten.length === 0) return doubts;
  const isFine = (part: readonly Exchange[]) => {
    const still = failedIn(numbered(part));
    return !forgotten.some((rule) => still.has(rule));
  };
  const courses = [numbered([...own, ...others]), ...(filled === undefined ? [] : [filled])];
  if (courses.some((all) => isExplainedByRestarts(all, isFine)))
    for (const rule of forgotten) doubts.set(rule, 'restart');
  return doubts;
}

/** A service that forgot what it had counted announces and admits too much; it refuses nobody, and says nothing else that is wrong. */
const FORGOTTEN: readonly RuleId[] = ['RATE-4', 'RATE-5'];

/** A moment at which a service may have restarted: the request that found more remaining than the one before it had left. */
interface Rise {
  readonly times: Exchange['times'];
  /** Between what remained before and after it. */
  readonly middle: number;
}

/**
 * When the service may have restarted, in order: Remaining rose before its Reset, or by far more than it usually does at one. Who has forgotten
 * everything refuses nobody.
 */
function possibleRestarts(all: readonly Exchange[]): readonly Rise[] {
  const own = all.flatMap(({ request, answer, times }) => {
    const [remaining, reset] = [REMAINING, RESET].map((name) => figureOf(answer, name));
    const isTold = request.credential !== 'second' && remaining !== undefined && !Number.isNaN(remaining);
    return isTold ? [{ times, remaining, reset: reset ?? Number.NaN, isRefused: answer?.status === 429 }] : [];
  });
  const rises = own.flatMap(({ times, remaining, isRefused }, index) => {
    const before = own[index - 1];
    if (before === undefined || isRefused || remaining <= before.remaining) return [];
    const height = remaining - before.remaining;
    return [{ times, middle: before.remaining + height / 2, height, isDue: times.startedAt > 1_000 * before.reset }];
  });
  const due = rises.flatMap(({ height, isDue }) => (isDue ? [height] : [])).toSorted((a, b) => a - b);
  const usual = due[due.length >>> 1] ?? 0;
  return rises.filter(({ height, isDue }) => !isDue || height > FAR_MORE * usual);
}

/** Windows that renew give back as much as was used of each, which differs; times what they give back usually. */
const FAR_MORE = 2;

const { remaining: REMAINING, reset: RESET } = RATE_LIMIT_HEADERS;

function figureOf(answer: Exchange['answer'], name: string): number {
  return Number.parseInt(headerValue(answer?.headers ?? [], name) ?? '', 10);
}

/** Whether a request met the service after a restart: where both were under way at once, by what it found. */
function isAfter(exchange: Unnumbered, rise: Rise | undefined): boolean {
  if (rise === undefined) return false;
  const { times, middle } = rise;
  const { startedAt, endedAt } = exchange.times;
  if (startedAt > times.endedAt || endedAt < times.startedAt) return startedAt > times.endedAt;
  const remaining = figureOf(exchange.answer, REMAINING);
  return Number.isNaN(remaining) ? startedAt >= times.startedAt : remaining > middle;
}

/** In the traffic of some minutes: a deployment, and one that takes it back. */
const MOST_RESTARTS = 2;

/**
 * Whether traffic falls into few parts that are fine, each from where Remaining rose. Each part is as long as can be, so that they are as few as
 * can be: what is fine as a whole is fine in its parts.
 */
function isExplainedByRestarts(all: readonly Exchange[], isFine: (part: readonly Exchange[]) => boolean): boolean {
  const rises = possibleRestarts(all);
  let left = all;
  let next = 0;
  for (let restarts = 0; next < rises.length && restarts < MOST_RESTARTS; restarts++) {
    const until = (index: number) => left.filter((one) => !isAfter(one, rises[index]));
    let [fine, not] = [next - 1, rises.length];
    while (not - fine > 1) {
      const middle = (fine + not) >>> 1;
      if (isFine(until(middle))) fine = middle;
      else not = middle;
    }
    if (fine < next) return false;
    left = left.filter((one) => isAfter(one, rises[fine]));
    next = fine + 1;
    if (isFine(left)) return true;
  }
  return false;
}
