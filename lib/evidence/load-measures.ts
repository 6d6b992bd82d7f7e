import { documentedFor } from '../contract/load-course.ts';
import type { LoadSample } from './load-samples.ts';
import type { Objective } from './objective.ts';

/** Whether a request was admitted: it got a documented answer other than 429, which is 401 without a key. */
export function isAdmitted({ status, caller }: Pick<LoadSample, 'status' | 'caller'>): boolean {
  return documentedFor(caller).includes(status);
}

/** Latencies in milliseconds from the scheduled instant on, smallest first: the caller also waits for a free worker. */
export function latencies(group: readonly LoadSample[]): number[] {
  return group
    .map(({ scheduled, from, duration }) => Math.max(0, from - scheduled) + duration)
    .toSorted((a, b) => a - b);
}

/** The nearest rank: a value that was measured. 0 where nothing was. @param share - per cent */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;
}

/** By how much requests left later than they should have, in milliseconds: the 99th percentile. */
export function lagOf(samples: readonly Pick<LoadSample, 'from' | 'scheduled'>[]): number {
  const late = samples.map(({ from, scheduled }) => Math.max(0, from - scheduled));
  return percentile(
    late.toSorted((a, b) => a - b),
    99,
  );
}

/** The measure of an objective for these requests: milliseconds, or per cent of them. */
export function measuredOf({ metric }: Pick<Objective, 'metric'>, samples: readonly LoadSample[]): number {
  if (metric !== 'errors') return percentile(latencies(samples.filter(isAdmitted)), Number(metric.slice(1)));
  const failed = samples.filter((sample) => !isAdmitted(sample) && sample.status !== 429).length;
  return (100 * failed) / Math.max(1, samples.length);
}
