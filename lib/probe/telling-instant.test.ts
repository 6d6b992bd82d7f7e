import fc from 'fast-check';
import { expect, it } from 'vitest';
import { looksAfter, tellingInstant } from './telling-instant.ts';

const WINDOW = 60_000;

it('lies so late that a sliding log counts a place used then at the look after the Reset, and so early that it counts the first one, too', () => {
  const figures = fc.constantFrom(10, 60, 300, 600);
  const property = fc.property(figures, fc.nat(WINDOW), fc.nat(2 * WINDOW), (figure, now, reset) => {
    const announced = { reset, window: WINDOW, figure };
    const instant = tellingInstant(now, announced);
    if (instant === undefined) return;
    expect(instant).toBeGreaterThan(now + WINDOW / 4);
    expect(instant - (reset - WINDOW)).toBeLessThan((5 / 8) * WINDOW);
    expect(looksAfter(announced) - instant).toBeLessThan((5 / 8) * WINDOW);
  });
  fc.assert(property);
});

it('is where a whole window was used up in its first seconds', () => {
  expect(tellingInstant(4_000, { reset: WINDOW, window: WINDOW, figure: 60 })).toBe(25_600);
});

it('is none near the Reset, nor where a Reset lies far ahead', () => {
  for (const reset of [20_000, 45_000, 120_000])
    expect(tellingInstant(4_000, { reset, window: WINDOW, figure: 60 })).toBeUndefined();
});
