import { aLoadDocument } from '../shapes/load.fixture.ts';
import type { LoadDocument } from '../shapes/load.ts';
import type { PastLoad } from './load-history.ts';
import { normal, uniform } from './random-series.fixture.ts';

/** What a night's run measured, and what else is in its document. */
export interface Night {
  /** The p95 of its windows, in milliseconds, but for noise. */
  readonly p95: number;
  readonly parts?: Partial<LoadDocument>;
}

/** That many nights alike. */
export function nightsOf(count: number, p95: number, parts: Partial<LoadDocument> = {}): readonly Night[] {
  return Array.from({ length: count }, () => ({ p95, parts }));
}

/** The load runs of nights in a row, the oldest first, from 1 October 2026 on: three windows each, with a little noise. */
export function nightly(nights: readonly Night[], { seed = 1 }: { readonly seed?: number } = {}): PastLoad[] {
  const noise = normal(uniform(seed));
  return nights.map(({ p95, parts = {} }, index) => {
    const startedAt = new Date(Date.UTC(2026, 9, 1 + index, 3)).toISOString();
    const values = [1, 2, 3].map(() => Math.round(1_000 * (p95 + 0.2 * noise())) / 1_000);
    const plain = aLoadDocument(values, parts);
    return {
      folder: startedAt.slice(0, 19).replaceAll(':', '-'),
      load: { ...plain, run: { ...plain.run, startedAt } },
    };
  });
}

/** The parts of a run whose service answered that many requests of each window with an error. */
export function withErrors(other: number): Partial<LoadDocument> {
  const windows = aLoadDocument([10, 10, 10]).windows;
  return { windows: windows.map((window) => ({ ...window, other, admitted: window.sent - other })) };
}

/** The parts of a breakpoint with a knee, in requests per second, and whose it is. */
export function withKnee(knee: number | undefined, is: 'service' | 'generator' | 'undecided'): Partial<LoadDocument> {
  const step = {
    rate: 100,
    seconds: 10,
    sent: 1_000,
    admitted: 1_000,
    refused: 0,
    dropped: 0,
    p95: 4,
    kept: true,
    because: [],
  };
  return {
    scenario: 'breakpoint',
    ...(knee !== undefined && { knee }),
    steps: [step],
    bottleneck: { is, says: 'it is so', generator: {} },
  };
}
