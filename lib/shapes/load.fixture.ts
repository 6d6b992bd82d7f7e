import { LOAD_SCHEMA, type LoadDocument } from './load.ts';

/** load.json of a run of the ceiling whose windows have these p95, in milliseconds. */
export function aLoadDocument(p95: readonly number[], parts: Partial<LoadDocument> = {}): LoadDocument {
  return {
    schema: LOAD_SCHEMA,
    scenario: 'ceiling',
    outcome: 'conforming',
    petvet: '1',
    catalogue: '1',
    specification: '1',
    k6: 'k6 1.8.1',
    target: { name: 'staging', baseUrl: 'https://pets.example/v1', plan: 'free', perMinute: 60, loopback: false },
    asOf: '2026-11-21',
    run: {
      id: 'a',
      startedAt: '2026-11-21T12:00:00.000Z',
      endedAt: '2026-11-21T12:05:00.000Z',
      durationSeconds: 300,
      interrupted: false,
    },
    requests: { sent: 180, refused: 0 },
    created: [],
    dropped: 0,
    lag: 1,
    windows: p95.map((value, window) => ({
      window,
      caller: 'primary',
      sent: 60,
      admitted: 60,
      refused: 0,
      other: 0,
      span: 47_000,
      rateError: 0,
      p50: 2,
      p95: value,
      p99: 2 * value,
    })),
    course: { partSeconds: 1, asked: [1], sent: [1], admitted: [1], refused: [0] },
    drift: [],
    latencies: [],
    objectives: [],
    rules: [],
    ...parts,
  };
}
