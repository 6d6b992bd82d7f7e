import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS, simulatedLimiter } from './limiter.fixture.ts';
import { createOwnCount } from './own-count.ts';

const WINDOW = 60_000;
const NOW = 1_795_000_000_000;

describe('our own count', () => {
  it('leaves the figure less what was sent, and less what is on its way', () => {
    const own = createOwnCount(WINDOW);
    for (let sent = 0; sent < 7; sent += 1) own.add(NOW + sent);
    expect(own.left(10, 0, NOW + 10)).toBe(3);
    expect(own.left(10, 4, NOW + 10)).toBe(-1);
    expect(own.opensAt(10, 0, NOW + 10)).toBe(NOW + 10);
    expect(own.opensAt(10, 10, NOW + 10)).toBeUndefined();
  });

  it('forgets a full window that was sent at once little by little, and wholly after two windows', () => {
    const own = createOwnCount(WINDOW);
    for (let sent = 0; sent < 60; sent += 1) own.add(NOW);
    expect(own.left(60, 0, NOW + WINDOW)).toBe(0);
    const opens = own.opensAt(60, 0, NOW) ?? 0;
    expect(opens - NOW).toBeGreaterThan(61_000);
    expect(opens - NOW).toBeLessThan(63_000);
    expect(own.left(60, 0, NOW + 1.5 * WINDOW)).toBeGreaterThan(27);
    expect(own.left(60, 0, NOW + 1.5 * WINDOW)).toBeLessThanOrEqual(30);
    expect(own.left(60, 0, NOW + 2 * WINDOW + 2_000)).toBe(60);
  });

  it('is never more generous than a limiter, whatever its kind and wherever its windows begin', () => {
    const gaps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })), { maxLength: 120 });
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(WINDOW),
        gaps,
        (kind, limit, phase, all) => {
          const own = createOwnCount(WINDOW);
          const service = simulatedLimiter({ kind, limit, window: WINDOW, countsRefused: true, resetsFully: true });
          let now = NOW + phase;
          for (const gap of all) {
            now += gap;
            if (own.left(limit, 0, now) < 1) now = Math.max(now, own.opensAt(limit, 0, now) ?? Infinity);
            expect(service.take(now)).toBe(true);
            own.add(now + 20);
            now += 20;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
