import type { ConformanceReport } from '../shapes/report.ts';

/** The median response times of two checks, in milliseconds. */
export interface Latency {
  readonly before?: number;
  readonly after?: number;
  /** By how much it is longer after; absent where one is missing, or was 0. */
  readonly percent?: number;
  /** How it stands to the limit of the user; absent where there is none. `undecided`: one run has no responses. */
  readonly limit?: 'within' | 'exceeded' | 'undecided';
}

/** Compares the median response times. @param mostPercent - by how much it may be longer; absent without a limit */
export function compareLatency(
  { requests: { medianMilliseconds: before } }: ConformanceReport,
  { requests: { medianMilliseconds: after } }: ConformanceReport,
  mostPercent?: number,
): Latency {
  const percent =
    before === undefined || after === undefined || before === 0 ? undefined : (100 * (after - before)) / before;
  return {
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(percent !== undefined && { percent }),
    ...(mostPercent !== undefined && {
      limit: percent === undefined ? 'undecided' : percent > mostPercent ? 'exceeded' : 'within',
    }),
  };
}
