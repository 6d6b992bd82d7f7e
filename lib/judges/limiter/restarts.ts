import { toDoubt, type Finding } from '../finding.ts';
import { firstIndexOf, partOf, type Sequence } from '../sequence.ts';
import { readHistory, type LimiterLog } from './history.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import type { MeteredRequest } from './metered-request.ts';

/** At most this many requests may lie between a restart of the limiter and the first response that tells of it. */
const AT_ONCE = 2;

/** Reset is told in whole seconds, by a clock that need not be ours. */
const WHOLE_SECONDS = 1;

/**
 * Judges the limiter of a service that may have restarted in the middle of the log, and then counts from zero: a violation
 * that no stretch between two restarts shows by itself is a doubt.
 *
 * @param log - its readings ascend by their numbers
 * @param moments - the numbers of the exchanges with which the service may have restarted, ascending
 */
export function judgeAcrossRestarts(log: LimiterLog, moments: readonly number[]): LimiterVerdict {
  const whole = judgeLimiter(log);
  if (moments.length === 0 || !whole.findings.some(isViolation)) return whole;
  const { requests } = readHistory(log, 'primary');
  const restarts = restartsAmong(requests, moments);
  if (restarts.length === 0) return whole;
  const parts = [0, ...restarts].map((from, index) => within(log, from, restarts[index] ?? Infinity));
  const judged = parts.map((part) => ({ ...judgeLimiter(part), size: part.readings.length }));
  const violations = judged.flatMap(({ findings }) => findings.filter(isViolation));
  const shown = new Set(violations.map(({ rule }) => rule));
  const kept = whole.findings.map((finding) =>
    isViolation(finding) && !shown.has(finding.rule)
      ? toDoubt(finding, `${finding.says}; but the service was unavailable meanwhile, and its limiter restarted`)
      : finding,
  );
  const failing = new Set(kept.filter(isViolation).map(({ rule }) => rule));
  return {
    findings: [...kept, ...violations.filter(({ rule }) => !failing.has(rule))],
    xrays:
      violations.length > 0 ? whole.xrays : judged.reduce((most, part) => (part.size > most.size ? part : most)).xrays,
  };
}

/** The moments after which the window is as good as unused, though it was used before and had not yet come to its end. */
function restartsAmong(requests: Sequence<MeteredRequest>, moments: readonly number[]): number[] {
  const found: number[] = [];
  const ahead = moments.values();
  let moment = ahead.next();
  let before: MeteredRequest | undefined;
  // One pass: a run under load has a million requests, and perhaps as many moments.
  for (const after of requests) {
    if (after.remaining === undefined) continue;
    for (; moment.done !== true && after.number > moment.value; moment = ahead.next())
      if (countsAnew(before, after)) found.push(moment.value);
    if (moment.done === true || after.number < moment.value) before = after;
  }
  return found;
}

function countsAnew(before: MeteredRequest | undefined, { to, limit, remaining }: MeteredRequest): boolean {
  if (limit === undefined || remaining === undefined) return false;
  if (before?.reset !== undefined && to / 1_000 >= before.reset - WHOLE_SECONDS) return false;
  return remaining > (before?.remaining ?? 0) && remaining >= limit - 1 - AT_ONCE;
}

function isViolation({ verdict }: Finding): boolean {
  return verdict === 'fail';
}

/** The part of a log from one exchange on and before another. */
function within({ readings, unanswered, knowledge }: LimiterLog, from: number, before: number): LimiterLog {
  const indexOf = (number: number) => firstIndexOf(readings, ({ exchange }) => exchange.id >= number);
  return {
    readings: partOf(readings, indexOf(from), indexOf(before)),
    unanswered: unanswered.filter(({ exchange: { id } }) => id >= from && id < before),
    knowledge,
  };
}
