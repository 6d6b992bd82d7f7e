import type { LoadSample } from '../evidence/load-samples.ts';

/** Instants are written down in whole milliseconds. */
const ROUNDING_MS = 2;

/**
 * Gives each request of a paced scenario the instant of the schedule that was its own. k6 numbers the requests that it starts, and
 * skips an instant at which no virtual user is free: from then on the number lags behind the schedule by one, which would be counted
 * as lateness for the rest of the run.
 *
 * Lateness by whole periods that no later request makes good again is skipped instants, at most as many as k6 counted; any other is
 * lateness, and stays. k6 starts a request at its instant or never, so no waiting for the service is taken away by this.
 *
 * @param samples - of one process of k6; `scheduled` by the number of the request
 * @param dropped - the instants that k6 skipped in all
 */
export function atTheirOwnInstants(samples: readonly LoadSample[], dropped: number): readonly LoadSample[] {
  const skipped = skippedBefore(samples, dropped);
  if (skipped.size === 0) return samples;
  return samples.map((sample) => {
    const { instants, ms } = skipped.get(sample) ?? { instants: 0, ms: 0 };
    return instants === 0 ? sample : { ...sample, scheduled: sample.scheduled + ms, skipped: instants };
  });
}

/** Of each request that has another instant than its number tells: how many were skipped before it, and how long they are in all. */
export function skippedBefore<T extends Readonly<LoadSample>>(
  samples: readonly T[],
  dropped: number,
): ReadonlyMap<T, { readonly instants: number; readonly ms: number }> {
  const skipped = new Map<T, { readonly instants: number; readonly ms: number }>();
  if (dropped === 0) return skipped;
  for (const group of Map.groupBy(samples, ({ scenario }) => scenario).values()) {
    const inOrder = group.toSorted((a, b) => a.scheduled - b.scheduled);
    const period = periodOf(inOrder);
    if (period === undefined) continue;
    const rounding = Math.min(ROUNDING_MS, period / 2);
    let instants = dropped;
    for (const sample of inOrder.toReversed()) {
      const late = Math.floor((sample.from - sample.scheduled + rounding) / period);
      instants = Math.max(0, Math.min(instants, late));
      if (instants > 0) skipped.set(sample, { instants, ms: instants * period });
    }
  }
  return skipped;
}

/** Between two instants of a schedule, in milliseconds; undefined where there is none. Numbers of the same request differ by a hair. */
function periodOf(inOrder: readonly Readonly<LoadSample>[]): number | undefined {
  let least: number | undefined;
  let before: number | undefined;
  for (const { scheduled } of inOrder) {
    const gap = before === undefined ? 0 : scheduled - before;
    if (gap > HAIR_MS && gap < (least ?? Infinity)) least = gap;
    before = scheduled;
  }
  return least;
}

const HAIR_MS = 0.005;
