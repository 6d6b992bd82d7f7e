import { describe, expect, it } from 'vitest';
import { aStep } from '../evidence/load-step.fixture.ts';
import { kneeWords, stepEvidence } from './knee-words.ts';
import { figuresOf, figuresOfSteps } from './load-figures.ts';
import type { LoadReport } from './load-run.ts';
import { aReport } from './report.fixture.ts';

/** A staircase whose knee is at 100. @param parts - what was found out about it */
function staircase(parts: Partial<LoadReport>): LoadReport {
  return {
    ...aReport(),
    scenario: 'breakpoint',
    asks: 'which rate is the highest?',
    figures: figuresOf([], []),
    dropped: 0,
    steps: [aStep({ rate: 100 }), aStep({ rate: 103, kept: false })],
    knee: 100,
    k6: 'k6 1.8.1',
    ...parts,
  };
}

describe('a staircase says', () => {
  it('whose the knee is, and calls no limit of the generator the knee of the service', () => {
    const says = 'against a server that does nothing, the generator does not sustain 103.0 requests per second either';
    const words = kneeWords(staircase({ bottleneck: { is: 'generator', says, generator: { broken: 103 } } }));
    expect(words).toEqual({
      knee: '100.0 requests per second, limited by the load generator: the knee of the service is at or above that rate',
      limitedBy: `the load generator: ${says}`,
    });
  });

  it.each(['service', 'undecided'] as const)('what shows that it is: %s', (is) => {
    const { knee, limitedBy } = kneeWords(staircase({ bottleneck: { is, says: 'because', generator: {} } }));
    expect(knee).toBe('100.0 requests per second: the highest rate that met the objectives twice');
    expect(limitedBy).toBe(is === 'service' ? 'the service: because' : 'undecided: because');
  });

  it('that the rate limit ended it, calls that no knee, and names the keys that it needs', () => {
    const { knowledge } = aReport();
    const bottleneck = { is: 'rate-limit', says: 'every rate up to it met the objectives', generator: {} } as const;
    const plan = { name: 'pro', perMinute: 300 } as const;
    const { knee, limitedBy } = kneeWords(staircase({ knee: 5, bottleneck, knowledge: { ...knowledge, plan } }));
    expect(knee).toMatch(/^not found: rates up to 5\.0 requests per second met the objectives/);
    expect(limitedBy).toMatch(/^the rate limit of the key, 300 requests in 60 s: .* business \(1000\), enterprise$/);
  });

  it('that nothing gave way, but not of a run that ended early', () => {
    expect(kneeWords(staircase({})).limitedBy).toBe(
      'neither the service nor the load generator, as far as rates were sent',
    );
    const { run } = aReport();
    expect(kneeWords(staircase({ run: { ...run, aborted: 'the run was interrupted' } })).limitedBy).toBeUndefined();
  });

  it('how the service scales, or why that is not known', () => {
    const fit = { lambda: 50, sigma: 0.05, kappa: 0.002, peak: 125, peakAt: 21.8, error: 0.03 };
    expect(kneeWords(staircase({ scalability: fit })).scalability).toBe(
      'max 125.0 responses per second, with 22 concurrent requests; headroom above the knee 20 % (Universal Scalability Law: ' +
        'contention 0.050, coherency 0.0020; max deviation of a step 3 %)',
    );
    expect(kneeWords(staircase({ scalability: 'no saturation shows' })).scalability).toBe(
      'no fit: no saturation shows',
    );
  });

  it('with what a step ran', () => {
    expect(stepEvidence(aStep({ processors: { machine: 0.914, generator: 0.3 } }))).toBe(
      '20 connections; CPU 91 % busy, k6 alone 30 %',
    );
    expect(stepEvidence(aStep())).toBe('20 connections');
  });
});

it('the figures of a staircase count all requests, of which few are written down', () => {
  const steps = [
    aStep({ rate: 100, seconds: 10 }),
    aStep({ rate: 200, seconds: 10, sent: 1_500, failed: 3, unanswered: 2 }),
  ];
  const { windows, course, latencies } = figuresOfSteps(steps, []);
  expect(windows.map(({ sent, other, rateError }) => [sent, other, rateError])).toEqual([
    [1_000, 0, 0],
    [1_500, 5, 25],
  ]);
  expect(course).toMatchObject({ partSeconds: 10, asked: [100, 200], sent: [100, 150] });
  expect(latencies.map(({ of }) => of)).toEqual(['100.0/s', '200.0/s']);
});
