import { toDoubt, type Finding } from '../finding.ts';
import { firstIndexOf, partOf, type Sequence } from '../sequence.ts';
import { readHistory, type LimiterLog } from './history.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import type { MeteredRequest } from './metered-request.ts';

/** At most this many requests may lie between a restart of the limiter and the first response that shows it. */
const AT_ONCE = 2;

/** Reset is in whole seconds, by a clock that need not be ours. */
const WHOLE_SECONDS = 1;

/**
 * Judges the limiter of a service that may have restarted in the middle of the log, and then counts from zero, or of a key that was given
 * another plan: a violation that no stretch between two of these shows by itself is a doubt.
 *
 * @param log - its readings ascend by their numbers
 * @param moments - the numbers of the exchanges with which the service may have restarted, ascending
 */
export function judgeAcrossRestarts(log: LimiterLog, moments: readonly number[]): LimiterVerdict {
  const whole = judgeLimiter(log);
  if (!whole.findings.some(isViolation)) return whole;
  const { requests } = readHistory(log, 'primary');
  const restarts = moments.length === 0 ? [] : restartsAmong(requests, moments);
  const change = changeOfLimit(requests);
  const borders = [...new Set([...restarts, ...(change === undefined ? [] : [change.from])])].toSorted((a, b) => a - b);
  if (borders.length === 0) return whole;
  const happened = [
    ...(restarts.length === 0 ? [] : ['the service was unavailable meanwhile, and its limiter restarted']),
    ...(change === undefined ? [] : [`the limit changed from ${change.before} to ${change.after} meanwhile`]),
  ].join('; ');
  const parts = [0, ...borders].map((from, index) => within(log, from, borders[index] ?? Infinity));
  const judged = parts.map((part) => ({ ...judgeLimiter(part), size: part.readings.length }));
  const violations = judged.flatMap(({ findings }) => findings.filter(isViolation));
  const shown = new Set(violations.map(({ rule }) => rule));
  const kept = whole.findings.map((finding) =>
    isViolation(finding) && !shown.has(finding.rule) ? toDoubt(finding, `${finding.says}; but ${happened}`) : finding,
  );
  const failing = new Set(kept.filter(isViolation).map(({ rule }) => rule));
  return {
    overLimit: whole.overLimit,
    findings: [...kept, ...violations.filter(({ rule }) => !failing.has(rule))],
    xrays:
      violations.length > 0 ? whole.xrays : judged.reduce((most, part) => (part.size > most.size ? part : most)).xrays,
  };
}

/** This many responses before and after it show that a limit changed once, and for good. */
const TELLING = 3;

/** A limit of the minute that changed once in the log: the key has another plan from then on. */
function changeOfLimit(
  requests: Sequence<MeteredRequest>,
): { readonly before: number; readonly after: number; readonly from: number } | undefined {
  const stretches: { readonly limit: number; readonly from: number; count: number }[] = [];
  for (const { limit, period, number } of requests) {
    if (limit === undefined || period !== 'minute') continue;
    const last = stretches.at(-1);
    if (last?.limit === limit) last.count++;
    else if (stretches.length < 2) stretches.push({ limit, from: number, count: 1 });
    else return undefined;
  }
  const [one, other] = stretches;
  if (one === undefined || other === undefined || Math.min(one.count, other.count) < TELLING) return undefined;
  return { before: one.limit, after: other.limit, from: other.from };
}

/** The moments after which the window is practically unused, though it was used before and had not yet ended. */
function restartsAmong(requests: Sequence<MeteredRequest>, moments: readonly number[]): number[] {
  const found: number[] = [];
  const ahead = moments.values();
  let moment = ahead.next();
  let before: MeteredRequest | undefined;
  // One pass: a load run has a million requests, and perhaps as many moments.
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
