import type { Xray } from '../judges/limiter/index.ts';

/** An x-ray of a window of the minute: two kinds could be it, the token bucket could not. */
export function anXray(parts: Partial<Xray> = {}): Xray {
  return {
    period: 'minute',
    quota: { perWindow: 60, windowMs: 60_000 },
    kinds: [
      { kind: 'fixed window', contradictions: [] },
      { kind: 'sliding log', contradictions: [] },
      {
        kind: 'token bucket',
        contradictions: [
          {
            rule: 'RATE-4',
            by: 'refill',
            shownBy: [1, 27],
            says: 'Remaining fell, and none was restored within 1.2 s',
          },
        ],
      },
    ],
    largestStep: 15,
    violations: [],
    ...parts,
  };
}
