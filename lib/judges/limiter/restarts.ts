import { toDoubt, type Finding } from '../finding.ts';
import { firstIndexOf, partOf, pick, type Sequence } from '../sequence.ts';
import type { CredentialRole } from '../../evidence/exchange.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import { readMeteredRequest, type MeteredRequest } from './metered-request.ts';
import { findResetMovedByUse } from './reset-with-use.ts';
import { areSentAlike } from './manners.ts';
import { TOLERANCES } from './prices.ts';

/** At most this many requests may lie between a restart of the limiter and the first response that shows it. */
const AT_ONCE = 2;

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
  const history = readHistory(log, 'primary');
  const { requests } = history;
  const restarts = moments.length === 0 ? [] : restartsAmong(requests, moments);
  const unseen = restarts.length === 0 ? unseenRestart(log, history, whole.xrays) : undefined;
  const change = changeOfLimit(requests);
  const others = [unseen, change?.from].filter((one) => one !== undefined);
  const borders = [...new Set([...restarts, ...others])].toSorted((a, b) => a - b);
  if (borders.length === 0) return whole;
  const happened = [
    ...(restarts.length === 0 ? [] : ['the service was unavailable meanwhile, and its limiter restarted']),
    ...(unseen === undefined
      ? []
      : ['the limiter began anew once, before its Reset, as after a restart that no request met']),
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

/** A counter that begins anew before its Reset: between these two responses. */
interface Beginning {
  readonly before: MeteredRequest;
  readonly after: MeteredRequest;
}

/**
 * The request from which on a service counts anew that restarted while no request was under way. Only where it happened once in the log, for good, and
 * to another caller's counter at the same time, or to a bucket, which is full again sooner than it had said: what a limiter does to one
 * counter, or again and again, is its own way of counting.
 */
function unseenRestart(log: LimiterLog, history: History, xrays: LimiterVerdict['xrays']): number | undefined {
  // Who was refused waits until a window has ended; one that is over before its Reset begins anew for all callers. No bucket does.
  const isBucket = xrays.some(({ quota }) => findResetMovedByUse(history, quota) !== undefined);
  const own = onlyBeginning(history.requests, isBucket);
  if (own === undefined || !goesOn(history.requests, own, isWrittenAlike(log, own))) return undefined;
  if (isBucket && (own.after.reset ?? Infinity) < (own.before.reset ?? 0) - TOLERANCES.resetSeconds)
    return own.after.number;
  const elsewhere = pick(log.readings, ({ exchange: { request } }) => request.credential !== 'primary');
  const isWitness = (roles: readonly CredentialRole[]) => {
    const theirs = elsewhere.filter(({ exchange: { request } }) => roles.includes(request.credential));
    const other = onlyBeginning(Array.from(theirs, (reading) => readMeteredRequest(reading, log.knowledge)));
    return other !== undefined && other.before.to <= own.after.from && other.after.from >= own.before.to;
  };
  return OTHER_CALLERS.some(isWitness) ? own.after.number : undefined;
}

/** Those without a valid key may have a counter together, or one each. */
const OTHER_CALLERS: readonly (readonly CredentialRole[])[] = [['second'], ['none', 'wrong'], ['none'], ['wrong']];

function onlyBeginning(requests: Iterable<MeteredRequest>, afterRefusals = false): Beginning | undefined {
  const found: Beginning[] = [];
  let before: MeteredRequest | undefined;
  for (const after of requests) {
    if (after.remaining === undefined || after.period !== 'minute') continue;
    if (
      before !== undefined &&
      (afterRefusals || !before.refused) &&
      after.from >= before.to &&
      wasUsed(before) &&
      countsAnew(before, after)
    )
      found.push({ before, after });
    before = after;
  }
  const [only, ...more] = found;
  return more.length === 0 ? only : undefined;
}

/** As many responses show that a counter which began anew is the one that counts from then on, however its first request was written. */
const GOES_ON = 2;

/** Whether the old counter is not seen again before its Reset: a key that is written in another way, or an operation, may have a counter of its own. */
function goesOn(requests: Sequence<MeteredRequest>, { before, after }: Beginning, isAlike: boolean): boolean {
  const { remaining: old = 0, reset: end = Infinity } = before;
  let sent = 0;
  let shown = 0;
  for (const { number, to, remaining, period } of requests) {
    if (number <= after.number || to / 1_000 >= end) continue;
    sent++;
    if (remaining === undefined || period !== 'minute') continue;
    shown++;
    if (remaining <= old && remaining < (after.remaining ?? 0) - sent - AT_ONCE) return false;
  }
  return isAlike || shown >= GOES_ON;
}

/** Whether two requests are sent in the same manner, and are of one operation. */
function isWrittenAlike({ readings }: LimiterLog, { before, after }: Beginning): boolean {
  const pair = pick(readings, ({ exchange: { id } }) => id === before.number || id === after.number);
  const [one, other] = Array.from(pair, ({ exchange: { request } }) => request);
  return one !== undefined && other !== undefined && areSentAlike(one, other) && before.operation === after.operation;
}

/** Whether more was used than what may lie between a restart and the response that tells of it. */
function wasUsed({ limit = 0, remaining = limit }: MeteredRequest): boolean {
  return remaining < limit - 1 - AT_ONCE;
}

function countsAnew(before: MeteredRequest | undefined, { to, limit, remaining }: MeteredRequest): boolean {
  if (limit === undefined || remaining === undefined) return false;
  if (before?.reset !== undefined && to / 1_000 >= before.reset - TOLERANCES.resetSeconds) return false;
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
