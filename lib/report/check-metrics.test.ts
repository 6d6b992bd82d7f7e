import { describe, expect, it } from 'vitest';
import { SOME_COVERAGE } from './coverage.fixture.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { anXray } from './limiter.fixture.ts';
import { readMetrics } from './metrics.fixture.ts';
import { aReport, VIOLATING } from './report.fixture.ts';
import { renderCheckMetrics } from './metrics.ts';

const FULL = renderCheckMetrics({
  ...aReport({ ...VIOLATING, xrays: [anXray()] }),
  medianMilliseconds: 12.5,
  coverage: SOME_COVERAGE,
});

describe('the metrics of a check', () => {
  it('have each metric once, with its help and its type before its samples', () => {
    const { metrics, faults } = readMetrics(FULL);
    expect(faults).toEqual([]);
    expect(metrics).toHaveLength(9);
  });

  it('leave out the kinds of limiter that are ruled out, and what a run does not have', () => {
    expect(FULL).not.toContain('token bucket');
    expect(renderCheckMetrics(aReport())).not.toMatch(/limiter_kind|response_seconds|coverage/);
  });

  it.each(HOSTILE_TEXTS)('are harmless whatever the service says: %s', (_, text) => {
    expect(readMetrics(renderCheckMetrics(aHostileReport(text))).faults).toEqual([]);
  });
});
