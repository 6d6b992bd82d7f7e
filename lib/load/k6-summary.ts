import * as z from 'zod';
import { readGivenFile } from '../files/given-file.ts';

const Summary = z.object({
  metrics: z.record(z.string(), z.object({ values: z.record(z.string(), z.number().nullable()).optional() })),
});

/** A summary holds a few figures of each metric. */
const MOST_BYTES = 16 * 1_048_576;

/** A figure of a metric in k6's summary, such as the `count` of `http_reqs`; 0 where k6 measured none. */
export type SummaryFigure = (metric: string, value: string) => number;

/** Reads the summary that k6 writes at its end; undefined where the file cannot be read, or is none. */
export function readSummary(file: string): SummaryFigure | undefined {
  try {
    const { metrics } = Summary.parse(JSON.parse(readGivenFile(file, { bytes: MOST_BYTES }).toString()));
    return (metric, value) => metrics[metric]?.values?.[value] ?? 0;
  } catch {
    return undefined;
  }
}

/** Requests that k6 could not start in time, by its summary; undefined where that cannot be read, or is none. */
export function droppedBy(file: string): number | undefined {
  return readSummary(file)?.('dropped_iterations', 'count');
}
