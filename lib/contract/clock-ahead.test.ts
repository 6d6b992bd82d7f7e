import { describe, expect, it } from 'vitest';
import { clockAhead, narrowClock } from './clock-ahead.ts';

/** The span of one response whose Date was written `cached` milliseconds before, by a clock that is `ahead`. */
const seen = (at: number, ahead: number, cached = 0) => {
  const written = Math.floor((at + ahead - cached) / 1_000) * 1_000;
  return clockAhead(written, at - 3, at + 4);
};

describe('the clock of a service', () => {
  it.each([0, 90_400, -90_400, 300_000])('is known within three seconds when it is %i ms ahead', (ahead) => {
    for (const cached of [0, 400, 1_000, 1_900]) {
      const spans = Array.from({ length: 30 }, (_, index) => seen(10_000_000 + index * 370, ahead, cached));
      const span = narrowClock(spans);
      expect(span).toBeDefined();
      expect(span?.least).toBeLessThanOrEqual(ahead);
      expect(span?.most).toBeGreaterThanOrEqual(ahead);
      expect((span?.most ?? Infinity) - (span?.least ?? 0)).toBeLessThan(3_100);
    }
  });

  it('is known where a Date was kept for some responses and not for others', () => {
    const spans = [0, 1_800, 200, 1_000, 0].map((cached, index) => seen(10_000_000 + index * 250, 5_000, cached));
    expect(narrowClock(spans)).toBeDefined();
  });

  it('is unknown without a Date, and where two contradict each other', () => {
    expect(narrowClock([])).toBeUndefined();
    expect(narrowClock([seen(10_000_000, 300_000), seen(10_000_400, 0)])).toBeUndefined();
  });
});
