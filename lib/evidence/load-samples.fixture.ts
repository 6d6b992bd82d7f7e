import type { LoadSample } from './load-samples.ts';

/** A request of the first window that was admitted after 12 ms, as k6 saw it. */
export function aSample(parts: Partial<LoadSample> = {}): LoadSample {
  const from = parts.from ?? 1_795_262_400_000;
  return {
    scenario: 'window_0',
    window: 0,
    caller: 'primary',
    method: 'GET',
    target: '/pets?limit=1',
    scheduled: from,
    from,
    to: from + 13,
    status: 200,
    headers: [['X-RateLimit-Remaining', '59']],
    duration: 12,
    waiting: 11,
    ...parts,
  };
}
