import { toDoubt, type Finding } from '../finding.ts';
import type { Sequence } from '../sequence.ts';
import { readHistory, type LimiterLog } from './history.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import type { MeteredRequest } from './metered-request.ts';

/** As many requests at once as may lie between a limiter's new beginning and the first response that tells of it. */
const AT_ONCE = 2;

/** Reset is told in whole seconds, by a clock that need not be ours. */
const WHOLE_SECONDS = 1;

/**
 * Judges the limiter of a service that may have begun anew in the middle of the log, and then counts from nothing: a violation
 * that no stretch between two new beginnings shows by itself is a doubt.
 *
 * @param moments - the numbers of the exchanges with which the service may have begun anew, ascending
 */
export function judgeAcrossRestarts(log: LimiterLog, moments: readonly number[]): LimiterVerdict {
  const whole = judgeLimiter(log);
  if (moments.length === 0 || !whole.findings.some(isViolation)) return whole;
  const { requests } = readHistory(log, 'primary');
  const restarts = moments.filter((moment) => countsAnew(requests, moment));
  if (restarts.length === 0) return whole;
  const parts = [0, ...restarts].map((from, index) => within(log, from, restarts[index] ?? Infinity));
  const judged = parts.map((part) => ({ ...judgeLimiter(part), size: part.readings.length }));
  const violations = judged.flatMap(({ findings }) => findings.filter(isViolation));
  const shown = new Set(violations.map(({ rule }) => rule));
  const kept = whole.findings.map((finding) =>
    isViolation(finding) && !shown.has(finding.rule)
      ? toDoubt(finding, `${finding.says}; but the service was away meanwhile, and its limiter began anew`)
      : finding,
  );
  const failing = new Set(kept.filter(isViolation).map(({ rule }) => rule));
  return {
    findings: [...kept, ...violations.filter(({ rule }) => !failing.has(rule))],
    xrays:
      violations.length > 0 ? whole.xrays : judged.reduce((most, part) => (part.size > most.size ? part : most)).xrays,
  };
}

/** Whether the window is as good as unused after an exchange, was used before it, and had not yet come to its end. */
function countsAnew(requests: Sequence<MeteredRequest>, moment: number): boolean {
  const told = requests.filter(({ remaining }) => remaining !== undefined);
  const before = told.findLast(({ number }) => number < moment);
  const after = told.find(({ number }) => number > moment);
  if (after?.limit === undefined || after.remaining === undefined) return false;
  if (before?.reset !== undefined && after.to / 1_000 >= before.reset - WHOLE_SECONDS) return false;
  return after.remaining > (before?.remaining ?? 0) && after.remaining >= after.limit - 1 - AT_ONCE;
}

function isViolation({ verdict }: Finding): boolean {
  return verdict === 'fail';
}

/** The part of a log from one exchange on and before another. */
function within({ readings, unanswered, knowledge }: LimiterLog, from: number, before: number): LimiterLog {
  const isWithin = ({ exchange: { id } }: { readonly exchange: { readonly id: number } }) => id >= from && id < before;
  return { readings: readings.filter(isWithin), unanswered: unanswered.filter(isWithin), knowledge };
}
