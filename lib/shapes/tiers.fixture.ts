import { TIERS_SCHEMA, type TierDocument, type TiersDocument } from './tiers.ts';

/** A scenario that conforms. */
export function aScenario(parts: Partial<TierDocument['scenarios'][number]> = {}): TierDocument['scenarios'][number] {
  return {
    scenario: 'ceiling',
    state: 'judged',
    outcome: 'conforming',
    folder: 'free/ceiling',
    sent: 181,
    refused: 0,
    mostRefused: 22,
    violated: [],
    says: [],
    ...parts,
  };
}

/** The Free plan, without any fault. */
export function aTier(parts: Partial<TierDocument> = {}): TierDocument {
  return {
    plan: 'free',
    perMinute: 60,
    perDay: 1_000,
    state: 'conforming',
    ceiling: {
      windows: 3,
      asked: 180,
      sent: 180,
      admitted: 180,
      refused: 0,
      rateError: 0.004,
      p50: 1.2,
      p95: 2.3,
      p99: 3.4,
    },
    kinds: ['fixed window'],
    scenarios: [aScenario()],
    ...parts,
  };
}

/** A run of all plans that completed. */
export function tiersDocument(plans: readonly TierDocument[]): TiersDocument {
  return {
    schema: TIERS_SCHEMA,
    petvet: '0.1.0',
    k6: 'k6 1.8.1',
    target: { name: 'staging', baseUrl: 'https://pets.example/v1' },
    asOf: '2026-11-21',
    windowSeconds: 60,
    startedAt: '2026-11-21T12:00:00.000Z',
    endedAt: '2026-11-21T12:37:00.000Z',
    isFinished: true,
    plans: [...plans],
  };
}
