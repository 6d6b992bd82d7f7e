import { isAdmitted } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';

/** What happened over the time of a run, in equal parts of it: requests a second in each. */
export interface Course {
  /** The length of a part in seconds, at least 1. */
  readonly partSeconds: number;
  /** By the instants at which requests should have left. */
  readonly asked: readonly number[];
  /** By the instants at which they left. */
  readonly sent: readonly number[];
  readonly admitted: readonly number[];
  readonly refused: readonly number[];
}

/** No chart has more parts. */
const MOST_PARTS = 240;

/** Requests a second over the time of a run. */
export function courseOf(samples: readonly LoadSample[]): Course {
  const starts = samples.flatMap(({ scheduled, from }) => [scheduled, from]);
  const begin = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const end = starts.reduce((a, b) => Math.max(a, b), -Infinity);
  if (samples.length === 0) return { partSeconds: 1, asked: [], sent: [], admitted: [], refused: [] };
  const partSeconds = Math.max(1, Math.ceil((end - begin) / 1_000 / MOST_PARTS));
  const parts = Math.floor((end - begin) / (1_000 * partSeconds)) + 1;
  const rates = (instants: readonly number[]): number[] => {
    const counts = Array.from({ length: parts }, () => 0);
    for (const instant of instants) {
      const part = Math.floor((instant - begin) / (1_000 * partSeconds));
      counts[part] = (counts[part] ?? 0) + 1;
    }
    return counts.map((count) => count / partSeconds);
  };
  return {
    partSeconds,
    asked: rates(samples.map(({ scheduled }) => scheduled)),
    sent: rates(samples.map(({ from }) => from)),
    admitted: rates(samples.filter(isAdmitted).map(({ from }) => from)),
    refused: rates(samples.filter(({ status }) => status === 429).map(({ from }) => from)),
  };
}
