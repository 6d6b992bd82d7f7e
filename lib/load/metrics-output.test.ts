import { describe, expect, it } from 'vitest';
import { metricsSettings, MetricsWatch, receiverSecrets } from './metrics-output.ts';

const OF = { run: 'r1', target: 'staging', plan: 'free' };

describe('what k6 is given to send its metrics', () => {
  it('is nothing where no receiver is named', () => {
    expect(metricsSettings({}, OF, {})).toEqual({ args: [], environment: {} });
  });

  it('is an output for each protocol, and tags that tell the run', () => {
    const prometheus = 'http://127.0.0.1:9090/api/v1/write';
    const { args, environment } = metricsSettings({ prometheus, otlp: 'https://otel.example:4318' }, OF, {});
    expect(args.join(' ')).toBe(
      '--out experimental-prometheus-rw --out opentelemetry --tag testid=r1 --tag target=staging --tag plan=free',
    );
    expect(environment).toMatchObject({
      K6_PROMETHEUS_RW_SERVER_URL: prometheus,
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: 'otel.example:4318',
      K6_OTEL_HTTP_EXPORTER_URL_PATH: '/v1/metrics',
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'false',
    });
  });

  it('keeps the path of an address, and what the user has set', () => {
    const own = { K6_PROMETHEUS_RW_TREND_STATS: 'p(42)', K6_OTEL_METRIC_PREFIX: 'load_' };
    const { environment } = metricsSettings({ otlp: 'http://127.0.0.1:1/otlp/v1/metrics' }, OF, own);
    expect(environment).toMatchObject({
      K6_OTEL_HTTP_EXPORTER_URL_PATH: '/otlp/v1/metrics',
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
    });
    for (const name of Object.keys(own)) expect(environment).not.toHaveProperty(name);
  });
});

describe('what receivers are told to let metrics in', () => {
  it('is found whole, and in the values of headers', () => {
    const secrets = receiverSecrets({
      K6_PROMETHEUS_RW_USERNAME: 'alice',
      K6_PROMETHEUS_RW_PASSWORD: 'q7Hx2VmZ',
      K6_PROMETHEUS_RW_HTTP_HEADERS: 'X-A:9pLr4TnW,Authorization:Bearer 8cKdZZ1x',
      K6_OTEL_HEADERS: 'Authorization=Basic%20dTpwYXNz',
      K6_OTEL_SERVICE_NAME: 'load',
      PETVET_API_KEY: 'another matter',
    });
    expect(Object.values(secrets)).toEqual(
      expect.arrayContaining(['q7Hx2VmZ', '9pLr4TnW', '8cKdZZ1x', 'dTpwYXNz', 'Authorization=Basic%20dTpwYXNz']),
    );
    expect(Object.values(secrets).join(' ')).not.toMatch(/alice|load|another/);
  });
});

const failed = (error: string) =>
  `${JSON.stringify({ error, level: 'error', msg: 'Failed to send the time series data to the endpoint' })}\n`;

describe('what k6 says of a receiver', () => {
  it('is held back and told once, everything else goes on', () => {
    const watch = new MetricsWatch();
    const other = '{"level":"warning","msg":"Insufficient VUs"}\n';
    expect(watch.rest(`${failed('refused')}${other}${failed('got 500')}`)).toBe(other);
    expect(watch.rest('{"level":"info","msg":"2026/11/23 01:29:46 failed to upload metrics: no \\"host\\""}\n')).toBe(
      '',
    );
    expect(watch.told()).toEqual([
      'metrics were not accepted (Prometheus remote write, 2 times): got 500',
      'metrics were not accepted (OpenTelemetry, once): failed to upload metrics: no "host"',
    ]);
  });

  it('is nothing where all was taken', () => {
    const watch = new MetricsWatch();
    expect(watch.rest('plain words\n')).toBe('plain words\n');
    expect(watch.told()).toEqual([]);
  });
});
