import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { recordedClients } from './recorded-clients.ts';
import { CLOCKS, recordedTraffic, type Habit, type Simulated } from './recorded-traffic.fixture.ts';

function violatedBy(simulated: Simulated): readonly string[] {
  const exchanges = recordedTraffic(simulated);
  if (exchanges.length === 0) return [];
  const findings = recordedClients(exchanges).clients.flatMap((client) => judgeRecorded(client, '2026-11-21'));
  return findings.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []));
}

const GOOD: Record<string, (base: number) => Habit> = {
  doubling: (base) => (nth, asked) => Math.max(asked, base * 2 ** nth),
  bounded: (base) => (nth, asked) => Math.max(asked, Math.min(8 * base, base * 2 ** nth)),
  jitter: (base) => (nth, asked, random) => Math.max(asked, (0.5 + random() / 2) * base * 2 ** nth),
  additive: (base) => (nth, asked, random) => asked + random() * base * 2 ** nth,
};

const fullJitter: Habit = (nth, asked, random) => Math.max(asked, random() * 500 * 2 ** nth);

const recorded = {
  service: fc.constantFrom('script', 'moody'),
  clock: fc.constantFrom(...CLOCKS),
  seed: fc.nat(),
  missed: fc.nat(12),
  datesAhead: fc.option(fc.integer({ min: -20_000, max: 20_000 }), { nil: undefined }),
} as const;

describe('of recorded traffic', () => {
  it('no client that backs off is violating, however coarse or cut off the recording is', () => {
    const good = fc.tuple(fc.constantFrom(...Object.values(GOOD)), fc.integer({ min: 100, max: 3_000 }));
    fc.assert(
      fc.property(good, fc.record(recorded), fc.integer({ min: 1, max: 4 }), ([habit, base], how, workers) => {
        expect(violatedBy({ ...how, habit: habit(base), workers })).toEqual([]);
      }),
      { numRuns: times(1_000, 100) },
    );
  });

  it('hardly any client with full jitter is', () => {
    const all = Array.from({ length: times(1_000, 60) }, (_one, seed) =>
      violatedBy({ habit: fullJitter, service: 'script', clock: 'milliseconds', seed: 7 * seed }),
    );
    expect(all.flat().length).toBeLessThanOrEqual(all.length / 50);
  });

  it.each<[string, (base: number) => Habit, string]>([
    ['waits as long each time', (base) => (_nth, asked) => Math.max(asked, base), 'CLIENT-3'],
    ['waits a fixed time longer each time', (base) => (nth, asked) => Math.max(asked, base * (nth + 1)), 'CLIENT-3'],
    ['knows no Retry-After', (base) => (nth) => (base / 4) * 2 ** nth, 'CLIENT-2'],
  ])('each client is that %s, by a clock of milliseconds', (_habit, habit, rule) => {
    fc.assert(
      fc.property(fc.integer({ min: 250, max: 3_000 }), fc.nat(), (base, seed) => {
        const violated = violatedBy({ habit: habit(base), service: 'script', clock: 'milliseconds', seed });
        expect(violated).toContain(rule);
      }),
      { numRuns: times(500, 30) },
    );
  });
});
