import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { UsageError } from '../errors.ts';
import { readObjectives } from './objectives-file.ts';

let place = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-objectives-'));
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

const read = (text: string) => {
  const file = join(place, 'objectives');
  writeFileSync(file, text);
  return readObjectives(file);
};

const source = (query: string) => ({ metricSource: { type: 'Prometheus', spec: { query } } });
const DURATION = { thresholdMetric: source('http_request_duration_seconds') };
const ERRORS = {
  ratioMetric: { counter: true, good: source('requests{code!~"5.."}'), total: source('requests') },
};

/** An SLO as YAML. */
const slo = (indicator: object, objectives: readonly object[], more: object = {}, annotations?: object) =>
  stringify({
    apiVersion: 'openslo/v1',
    kind: 'SLO',
    metadata: { name: 'pets', ...(annotations !== undefined && { annotations }) },
    spec: { service: 'pets', indicator: { metadata: { name: 'one' }, spec: indicator }, objectives, ...more },
  });

/** Documents as a sequence. */
const sequence = (...parts: readonly string[]) => stringify(parts.map((part): unknown => parse(part)));

describe('thresholds of k6', () => {
  it('are percentiles of the latency and the share of errors', () => {
    const text = JSON.stringify({
      http_req_duration: ['p(95)<300', { threshold: 'p(99.9) <= 1500', abortOnFail: false }, 'med<50'],
      http_req_failed: ['rate<0.01'],
    });
    expect(read(text)).toEqual([
      { metric: 'p95', most: 300 },
      { metric: 'p99.9', most: 1_500 },
      { metric: 'p50', most: 50 },
      { metric: 'errors', most: 1 },
    ]);
    expect(read(`{"scenarios": {}, "thresholds": ${text}}`)).toHaveLength(4);
  });

  it.each([
    ['a maximum', { http_req_duration: ['max<300'] }],
    ['a lower bound', { http_req_duration: ['p(95)>300'] }],
    ['two conditions', { http_req_duration: ['p(95)<300 && p(99)<500'] }],
    ['a tag', { 'http_req_duration{name:x}': ['p(95)<300'] }],
    ['another metric', { checks: ['rate>0.9'] }],
    ['a rate of the latency', { http_req_duration: ['rate<0.1'] }],
  ])('that nothing stands for are refused: %s', (_what, thresholds) => {
    expect(() => read(JSON.stringify(thresholds))).toThrow(
      /is neither a percentile of http_req_duration nor the rate of http_req_failed/,
    );
  });

  it('of every document count', () => {
    const text = '{"http_req_duration": ["p(95)<300"]}\n---\n[{"http_req_failed": ["rate<0.01"]}]';
    expect(read(text)).toEqual([
      { metric: 'p95', most: 300 },
      { metric: 'errors', most: 1 },
    ]);
  });

  it('that end the run are refused', () => {
    const text = JSON.stringify({ http_req_duration: [{ threshold: 'p(95)<300', abortOnFail: true }] });
    expect(() => read(text)).toThrow('ends the run when it is crossed');
  });
});

describe('an SLO of OpenSLO v1', () => {
  it('with a threshold is a percentile, in milliseconds', () => {
    const goals = [
      { op: 'lte', value: 0.3, target: 0.95 },
      { op: 'lt', value: 1.5, targetPercent: 99.9 },
    ];
    expect(read(slo(DURATION, goals))).toEqual([
      { metric: 'p95', most: 300 },
      { metric: 'p99.9', most: 1_500 },
    ]);
    const other = { thresholdMetric: source('avg:pets.time') };
    expect(read(slo(other, [{ op: 'lte', value: 200, target: 0.9 }], {}, { 'petvet/unit': 'ms' }))).toEqual([
      { metric: 'p90', most: 200 },
    ]);
  });

  it('with a ratio is the share of errors', () => {
    expect(read(slo(ERRORS, [{ target: 0.995 }]))).toEqual([{ metric: 'errors', most: 0.5 }]);
    const bad = { ratioMetric: { bad: source('a'), total: source('b') } };
    expect(read(slo(bad, [{ target: 0.99 }], {}, { 'petvet/means': 'errors' }))).toEqual([
      { metric: 'errors', most: 1 },
    ]);
  });

  it('may refer to an indicator of the same file, and stand beside another one', () => {
    const sli = stringify({ apiVersion: 'openslo/v1', kind: 'SLI', metadata: { name: 'quick' }, spec: DURATION });
    const by = slo({}, [{ op: 'lte', value: 0.3, target: 0.95 }], { indicator: undefined, indicatorRef: 'quick' });
    expect(read([sli, by, slo(ERRORS, [{ target: 0.99 }])].join('---\n'))).toEqual([
      { metric: 'p95', most: 300 },
      { metric: 'errors', most: 1 },
    ]);
    expect(() => read(by)).toThrow('has no indicator in this file');
  });

  it('may stand in a sequence, and in several', () => {
    const [sli, by] = [
      stringify({ apiVersion: 'openslo/v1', kind: 'SLI', metadata: { name: 'quick' }, spec: DURATION }),
      slo({}, [{ op: 'lte', value: 0.3, target: 0.95 }], { indicator: undefined, indicatorRef: 'quick' }),
    ];
    const both = [
      { metric: 'p95', most: 300 },
      { metric: 'errors', most: 1 },
    ];
    expect(read(sequence(sli, by, slo(ERRORS, [{ target: 0.99 }])))).toEqual(both);
    expect(read(`${sequence(sli, by)}---\n${sequence(slo(ERRORS, [{ target: 0.99 }]))}`)).toEqual(both);
    expect(() => read(sequence(slo(ERRORS, [{ target: 0.99 }]), '1'))).toThrow(
      'one of its documents is not of openslo/v1',
    );
  });

  const goal = { op: 'lte', value: 0.3, target: 0.95 };
  const quick = { ratioMetric: { good: source('duration_bucket{le="0.3",code="200"}'), total: source('requests') } };

  it.each([
    ['slices of time', slo(DURATION, [goal], { budgetingMethod: 'Timeslices' }), 'counts slices of time'],
    ['a lower bound', slo(DURATION, [{ ...goal, op: 'gte' }]), 'not an upper bound'],
    ['no value', slo(DURATION, [{ target: 0.9 }]), 'not an upper bound'],
    ['no target', slo(DURATION, [{ op: 'lte', value: 1 }]), 'without a target'],
    ['no unit', slo({ thresholdMetric: source('latency') }, [goal]), 'whether its threshold is in ms or s'],
    ['a ratio of quick requests', slo(quick, [{ target: 0.9 }]), 'does not say that its ratio is that of errors'],
    ['no indicator', slo({}, [{ target: 0.9 }]), 'neither a threshold nor a ratio'],
    ['several indicators', slo(DURATION, [{ ...goal, indicatorRef: 'b' }]), 'composed of several indicators'],
    ['a target of all', slo(ERRORS, [{ target: 1 }]), 'spec.objectives.0.target'],
    ['another version', slo(DURATION, [goal]).replace('openslo/v1', 'openslo/v2alpha'), 'not of openslo/v1'],
    ['no SLO', stringify({ apiVersion: 'openslo/v1', kind: 'Service', metadata: { name: 'a' } }), 'holds no objective'],
  ])('that nothing stands for is refused: %s', (_what, text, says) => {
    expect(() => read(text)).toThrow(UsageError);
    expect(() => read(text)).toThrow(says);
  });
});

it.each([
  ['{}', 'it holds no objective'],
  ['', 'it holds neither thresholds nor an SLO'],
  ['[1]', 'it holds neither thresholds nor an SLO'],
  ['{"a": 1}', 'it holds neither thresholds nor an SLO'],
  ['{"a": [', 'is neither JSON nor YAML'],
])('%j is no file of objectives', (text, says) => {
  expect(() => read(text)).toThrow(says);
});
