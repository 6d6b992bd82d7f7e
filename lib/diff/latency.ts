import type { ConformanceReport } from '../shapes/report.ts';
import type { Latency } from './diff-document.ts';

/** Compares the median response times. @param mostPercent - by how much it may be longer; absent without a limit */
export function compareLatency(
  { requests: { medianMilliseconds: before } }: ConformanceReport,
  { requests: { medianMilliseconds: after } }: ConformanceReport,
  mostPercent?: number,
): Latency {
  const percent =
    before === undefined || after === undefined || before === 0 ? undefined : (100 * (after - before)) / before;
  const limit = percent === undefined ? 'undecided' : percent > (mostPercent ?? Infinity) ? 'exceeded' : 'within';
  return { before, after, percent, limit: mostPercent === undefined ? undefined : limit };
}
