import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { remoteMetrics } from '../../load/metrics-output.ts';
import { testRunOf } from '../../load/test-run.ts';
import { faultsOfTestRun } from './test-run-schema.fixture.ts';

const PARTS = {
  parts: 4,
  k6: '1.8.1',
  open: [
    ['BASE_URL', 'https://pets.example/v1'],
    ['OBJECTIVES', '{"petvet_latency":["p(95)<=200"]}'],
  ],
  secrets: ['API_KEY', 'HEADERS'],
  metrics: { tags: [], open: [], secrets: [] },
} as const;
const TEXT = testRunOf(PARTS);

/** Sent to a receiver that asks for a password. */
const METERED = testRunOf({
  ...PARTS,
  metrics: remoteMetrics(
    { prometheus: 'http://prometheus.example/api/v1/write' },
    { run: 'a-run', target: 'staging', plan: 'free' },
    { K6_PROMETHEUS_RW_PASSWORD: 'password-of-a-receiver', K6_PROMETHEUS_RW_PUSH_INTERVAL: '2s' },
  ),
});

const Pod = z.looseObject({ image: z.string(), env: z.array(z.unknown()).optional() });
const TestRun = z.looseObject({
  spec: z.looseObject({
    args: z.array(z.string()),
    script: z.unknown(),
    initializer: Pod,
    runner: Pod,
  }),
});
const MANIFEST = TestRun.parse(parse(TEXT));
const { spec } = MANIFEST;

/** The same manifest with its spec altered. */
const altered = (change: object) => ({ ...MANIFEST, spec: { ...spec, ...change } });

describe('the manifest for k6-operator', () => {
  it('is one that the operator’s own definition of a TestRun lets through', () => {
    expect(faultsOfTestRun(MANIFEST)).toEqual([]);
    expect(MANIFEST).toMatchObject({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', metadata: { name: 'petvet-load' } });
    expect(spec).toMatchObject({ parallelism: 4, script: { configMap: { name: 'petvet-load', file: 'archive.tar' } } });
  });

  it('names the receiver of the metrics, and refers to its password', () => {
    const manifest = TestRun.parse(parse(METERED));
    expect(faultsOfTestRun(manifest)).toEqual([]);
    expect(manifest.spec.args).toContain('testid=a-run');
    expect(manifest.spec.runner.env).toEqual(
      expect.arrayContaining([
        {
          name: 'K6_PROMETHEUS_RW_PASSWORD',
          valueFrom: { secretKeyRef: { name: 'petvet-load', key: 'K6_PROMETHEUS_RW_PASSWORD' } },
        },
        { name: 'K6_PROMETHEUS_RW_SERVER_URL', value: 'http://prometheus.example/api/v1/write' },
        { name: 'K6_PROMETHEUS_RW_PUSH_INTERVAL', value: '2s' },
        { name: 'K6_OUT', value: 'experimental-prometheus-rw' },
      ]),
    );
    expect(METERED).not.toContain('password-of-a-receiver');
  });

  it.each([
    ['a parallelism that is text', altered({ parallelism: '4' }), '/spec/parallelism must be integer'],
    ['no parallelism', altered({ parallelism: undefined }), "/spec must have required property 'parallelism'"],
    ['an unknown field', altered({ paralelism: 4 }), '/spec must NOT have additional properties'],
    ['one argument as text', altered({ args: '--quiet' }), '/spec/args must be array'],
    ['an argument that is a number', altered({ args: [1] }), '/spec/args/0 must be string'],
    ['a cleanup that there is not', altered({ cleanup: 'always' }), 'must be equal to one of the allowed values'],
    ['a script of another kind', altered({ script: { secret: {} } }), '/spec/script must NOT have additional'],
    [
      'a reference to a secret without its key',
      altered({ runner: { env: [{ name: 'API_KEY', valueFrom: { secretKeyRef: { name: 'petvet-load' } } }] } }),
      "secretKeyRef must have required property 'key'",
    ],
    [
      'a secret that is misspelt',
      altered({ runner: { env: [{ name: 'API_KEY', valueFrom: { secretRef: { name: 'petvet-load' } } }] } }),
      'valueFrom must NOT have additional properties',
    ],
  ])('would be refused with %s', (_what, manifest, fault) => {
    expect(faultsOfTestRun(manifest).join('\n')).toContain(fault);
  });

  it('takes each key from the Secret, for those who send only', () => {
    const { runner, initializer, args } = spec;
    expect(runner.env).toEqual(
      ['API_KEY', 'HEADERS'].map((name) => ({
        name,
        valueFrom: { secretKeyRef: { name: 'petvet-load', key: name } },
      })),
    );
    expect(initializer).toEqual({ image: 'grafana/k6:1.8.1' });
    expect(args.filter((arg) => /API_KEY|HEADERS/.test(arg))).toEqual([]);
  });

  it('says which operator it needs, and hands k6 each setting as it is', () => {
    expect(TEXT).toContain('# Needs k6-operator v1.6.0 or later');
    expect(spec.args.slice(-2)).toEqual(['-e', 'OBJECTIVES={"petvet_latency":["p(95)<=200"]}']);
  });
});
