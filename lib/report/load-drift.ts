import { changeOf, type Change } from './load-change.ts';
import type { WindowFigures } from './load-figures.ts';

/** What may drift, with its unit. */
export const DRIFTING = { p50: 'ms', p95: 'ms', errors: '%' } as const;

/** How a figure of the last third of the windows differs from the first third. */
export interface Drift extends Change {
  readonly of: keyof typeof DRIFTING;
}

/** With fewer windows there is no first and no last third to speak of. */
const FEWEST_WINDOWS = 6;

/** How latency and errors changed over the windows of a run, by the first and the last third of them. */
export function driftOf(windows: readonly WindowFigures[]): Drift[] {
  const own = windows.filter(({ caller }) => caller === 'primary');
  if (own.length < FEWEST_WINDOWS) return [];
  const third = Math.floor(own.length / 3);
  const [first, last] = [own.slice(0, third), own.slice(-third)];
  const drift = (of: Drift['of'], valueOf: (window: WindowFigures) => number): Drift => ({
    of,
    ...changeOf(first.map(valueOf), last.map(valueOf)),
  });
  return [
    drift('p50', ({ p50 }) => p50),
    drift('p95', ({ p95 }) => p95),
    drift('errors', ({ other, sent }) => (100 * other) / sent),
  ];
}
