import { describe, expect, it } from 'vitest';
import { objective, refuseReplacing } from './values.ts';

describe('--objective', () => {
  it.each([
    ['p95<=200', { metric: 'p95', most: 200 }],
    [' p99.9 < 12.5ms ', { metric: 'p99.9', most: 12.5 }],
    ['errors<=1%', { metric: 'errors', most: 1 }],
  ])('%j is read', (text, expected) => {
    expect(objective(text, [])).toEqual([expected]);
    expect(objective(text, [{ metric: 'p50', most: 1 }])).toHaveLength(2);
  });

  it.each(['p95', 'p100<=1', 'p95>=1', 'mean<1', 'errors<=x', ''])('%j is refused', (text) => {
    expect(() => objective(text, [])).toThrow(/It must be an objective such as p95<=200/);
  });
});

describe('options of k6', () => {
  it.each([
    ['--vus', '3'],
    ['--vus=3'],
    ['-d', '3s'],
    ['-i3'],
    ['--tag', 'a=b', '--stages', '1s:1'],
    ['--rps=3'],
    ['-ck6.json'],
  ])('that replace a scenario are refused: %s', (...options) => {
    expect(() => refuseReplacing(options)).toThrow(/would make k6 run something other than the scenario/);
  });

  it('others pass', () => {
    expect(() => refuseReplacing(['--tag', 'build=42', '--out', 'json=samples.json', '--verbose'])).not.toThrow();
  });
});
