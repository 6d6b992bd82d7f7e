import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { k6Surroundings } from './k6-surroundings.ts';

const SYSTEM = { PATH: '/bin', HOME: '/me', http_proxy: 'http://127.0.0.1:8', NO_PROXY: 'a', SSL_CERT_FILE: 'b' };
const RECEIVERS = { K6_PROMETHEUS_RW_USERNAME: 'me', K6_OTEL_HEADERS: 'a=b', K6_INFLUXDB_PASSWORD: 'c' };

it('k6 gets what it needs of the system, and what its outputs are told', () => {
  expect(k6Surroundings({ ...SYSTEM, ...RECEIVERS })).toMatchObject({ ...SYSTEM, ...RECEIVERS });
});

it.each([
  'K6_VUS',
  'K6_RPS',
  'K6_DURATION',
  'K6_ITERATIONS',
  'K6_NO_CONNECTION_REUSE',
  'K6_INSECURE_SKIP_TLS_VERIFY',
  'K6_TYPE',
  'K6_OUT',
  'K6_HTTP_DEBUG',
  'K6_WEB_DASHBOARD',
  'K6_CONFIG',
  'SSLKEYLOGFILE',
  'GODEBUG',
  'HEADERS',
  'START_AT',
  'ANONYMOUS',
  'PETVET_API_KEY',
])('nor anything else: %s', (name) => {
  const { K6_CONFIG = '', ...rest } = k6Surroundings({ ...SYSTEM, [name]: '1' });
  expect(rest).toEqual(SYSTEM);
  expect(JSON.parse(readFileSync(K6_CONFIG, 'utf8'))).toEqual({});
});
