import type { SimulatedLimiter } from './limiter-simulation.fixture.ts';

const MINUTE = 60_000;

/** What a window in parts may announce: when the next units are back, or when all are. */
export type PartsReset = 'next' | 'all';

/**
 * A sliding window kept in equal parts: what was used in a part comes back together, a window after the part began.
 *
 * @param phase - when parts begin, in milliseconds
 */
export function inParts(
  perWindow: number,
  parts: number,
  { phase = 0, resets = 'next', extra = 0 }: { phase?: number; resets?: PartsReset; extra?: number } = {},
): SimulatedLimiter {
  const length = MINUTE / parts;
  const used = new Map<number, number>();
  return (now, isCounted = true) => {
    const part = Math.floor((now - phase) / length);
    for (const one of used.keys()) if (one <= part - parts) used.delete(one);
    const sum = [...used.values()].reduce((total, one) => total + one, 0);
    const admitted = sum < perWindow + extra;
    if (admitted && isCounted) used.set(part, (used.get(part) ?? 0) + 1);
    const left = Math.max(0, perWindow - sum - (admitted && isCounted ? 1 : 0));
    const backAt = (one: number) => (one + parts) * length + phase;
    const [first = part, last = part] = [[...used.keys()][0], [...used.keys()].at(-1)];
    const announced = { next: backAt(first), all: backAt(last) };
    return {
      admitted,
      remaining: left,
      resetAt: announced[resets],
      opensAt: admitted && left > 0 ? now : backAt(first),
    };
  };
}
