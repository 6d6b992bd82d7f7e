import { describe, expect, it } from 'vitest';
import { aLoadDocument } from '../shapes/load.fixture.ts';
import type { LoadDocument } from '../shapes/load.ts';
import { readMetrics, valueIn } from './metrics.fixture.ts';
import { openMetricsOf } from './metrics.ts';

const RULE: LoadDocument['rules'][number] = {
  id: 'RATE-4',
  level: 'must',
  area: 'RATE',
  section: '8',
  title: 'Remaining goes down',
  verdict: 'fail',
  says: 'it stood still',
  evidence: [],
  evidenceCount: 0,
  findings: [],
  counterexamples: [],
};

const FULL = aLoadDocument([12, 20], {
  outcome: 'violating',
  target: { name: 'a "b"\\c\nd', baseUrl: 'http://127.0.0.1:1/v1', plan: 'free', loopback: true },
  dropped: 2,
  latencies: [{ of: 'listPets', count: 120, p50: 2.717, p95: 20, p99: 40, most: 41 }],
  objectives: [{ metric: 'p95', most: 15, measured: 20, isKept: false }],
  shortfalls: ['2 of 120 requests could not be sent in time'],
  rules: [RULE],
  knee: 81.5,
});

describe('metrics.prom', () => {
  it('has each metric once, with its help and its type before its samples', () => {
    const { metrics, faults } = readMetrics(openMetricsOf(FULL));
    expect(faults).toEqual([]);
    expect(metrics).toHaveLength(12);
  });

  it.each([
    ['petvet_load_outcome', 'outcome="violating"', '1'],
    ['petvet_load_outcome', 'outcome="conforming"', '0'],
    ['petvet_load_requests', 'which="dropped"', '2'],
    ['petvet_load_window_requests', 'which="admitted"', '120'],
    ['petvet_load_latency_seconds', 'of="listPets",statistic="p50"', '0.002717'],
    ['petvet_load_objective_kept', 'objective="p95<=15"', '0'],
    ['petvet_load_rule_violated', 'rule="RATE-4",level="must"', '1'],
    ['petvet_load_shortfalls', 'scenario="ceiling"', '1'],
    ['petvet_load_knee_requests_per_second', 'scenario="ceiling"', '81.5'],
    ['petvet_load_end_time_seconds', 'plan="free"', '1795262700'],
  ])('says %s{%s}', (name, labels, value) => {
    expect(valueIn(openMetricsOf(FULL), name, labels)).toBe(value);
  });

  it('escapes what a name holds', () => {
    expect(openMetricsOf(FULL)).toContain(String.raw`{target="a \"b\"\\c\nd",`);
  });

  it('leaves out what a run does not have', () => {
    const text = openMetricsOf(aLoadDocument([]));
    expect(text).not.toMatch(/knee|latency|rate_error|violated|window_requests/);
    expect(text).toContain('petvet_load_outcome{');
  });
});
