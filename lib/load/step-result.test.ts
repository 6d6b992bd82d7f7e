import { describe, expect, it } from 'vitest';
import { stepOf, summarySettings } from './step-result.ts';

const PLAN = {
  rate: 100,
  seconds: 10,
  connections: 20,
  objectives: [
    { metric: 'p95', most: 1_000 },
    { metric: 'errors', most: 1 },
  ],
} as const;

/** A step of 1000 requests. @param parts - figures of the summary that differ */
function step(parts: Readonly<Record<string, number>> = {}) {
  const figures: Record<string, number> = {
    'http_reqs{scenario:step} count': 1_000,
    'http_reqs{scenario:step,status:200} count': 1_000,
    'petvet_second_half count': 500,
    'petvet_latency p(95)': 20,
    ...parts,
  };
  return stepOf((metric, value) => figures[`${metric} ${value}`] ?? 0, PLAN, undefined);
}

describe('a step', () => {
  it('is kept where all was sent and answered in time', () => {
    expect(step()).toMatchObject({
      kept: true,
      sent: 1_000,
      admitted: 1_000,
      dropped: 0,
      throughput: 100,
      because: [],
    });
    expect(step().confidence).toBeGreaterThan(0.97);
  });

  it.each([
    [{ 'petvet_second_half count': 450 }, '90.0 of 100.0 requests per second got a response in time'],
    [{ 'petvet_slow_0 count': 80, 'petvet_latency p(95)': 1_200 }, 'p95 1200.0 ms instead of 1000'],
    [
      { 'http_reqs{scenario:step,status:200} count': 960, 'http_reqs{scenario:step,status:0} count': 30 },
      'errors 4.0 % instead of 1',
    ],
    [
      { 'http_reqs{scenario:step,status:200} count': 999, 'http_reqs{scenario:step,status:429} count': 1 },
      '1 refused with 429',
    ],
    [
      { 'http_reqs{scenario:step} count': 950, 'http_reqs{scenario:step,status:200} count': 950 },
      '50 of 1000 requests could not be sent in time',
    ],
  ])('is not kept with %j', (figures, why) => {
    const { kept, because, confidence } = step(figures);
    expect({ kept, because }).toEqual({ kept: false, because: [why] });
    expect(confidence).toBeGreaterThan(0.95);
  });

  it('is not sure where the machine may have stood still for a moment', () => {
    const late = step({ 'petvet_second_half count': 480 });
    expect(late).toMatchObject({ kept: false, confidence: 0.8 });
  });

  it('is the less sure the nearer it is to a bound', () => {
    const near = step({ 'petvet_slow_0 count': 51 });
    expect(near.kept).toBe(false);
    expect(near.confidence).toBeLessThan(0.6);
  });

  it('is asked for the percentiles that are demanded', () => {
    const settings = summarySettings([{ metric: 'p99.9', most: 250 }]);
    expect(settings).toEqual({ TREND_STATS: '["avg","med","max","p(95)","p(99)","p(99.9)"]', SLOW_MS: '[250]' });
  });
});
