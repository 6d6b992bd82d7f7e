import { documentedFor } from '../contract/load-course.ts';
import type { LoadSample } from './load-samples.ts';
import type { Objective } from './objective.ts';

/** Whether a request was admitted: it got a documented answer other than 429, which is 401 without a key. */
export function isAdmitted({ status, caller }: Pick<LoadSample, 'status' | 'caller'>): boolean {
  return documentedFor(caller).includes(status);
}

/** Milliseconds from the scheduled instant on: the caller also waits for a free worker. */
export function latencyOf(sample: Departed & Pick<LoadSample, 'duration'>): number {
  return lateness(sample) + sample.duration;
}

/** Latencies, smallest first. */
export function latencies(group: readonly LoadSample[]): Float64Array {
  return sortedOf(group, latencyOf);
}

/** The nearest rank: a value that was measured. 0 where nothing was. @param share - per cent */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;
}

/** By how much requests left later than they should have, in milliseconds: the 99th percentile. */
export function lagOf(samples: readonly Departed[]): number {
  return percentile(sortedOf(samples, lateness), 99);
}

type Departed = Pick<LoadSample, 'from' | 'scheduled'>;

function lateness({ from, scheduled }: Departed): number {
  return Math.max(0, from - scheduled);
}

/** Numbers, which need no comparator, are sorted in a fifth of the time of a list. */
function sortedOf<T>(all: readonly T[], numberOf: (one: T) => number): Float64Array {
  const numbers = new Float64Array(all.length);
  for (const [index, one] of all.entries()) numbers[index] = numberOf(one);
  return numbers.toSorted();
}

/** The measure of an objective for these requests: milliseconds, or per cent of them. */
export function measuredOf({ metric }: Pick<Objective, 'metric'>, samples: readonly LoadSample[]): number {
  if (metric !== 'errors') return percentile(latencies(samples.filter(isAdmitted)), Number(metric.slice(1)));
  const failed = samples.filter((sample) => !isAdmitted(sample) && sample.status !== 429).length;
  return (100 * failed) / Math.max(1, samples.length);
}
