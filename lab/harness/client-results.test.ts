import { expect, it } from 'vitest';
import { refusalRows, runOf } from './client-results.ts';
import { versionIn } from './clients.ts';

/** A request: what it asks for, when it came and what it got; each response takes 10 ms. */
const sent = (request: string, arrivedAt: number, status: number, retryAfter?: number) => ({
  number: arrivedAt,
  request,
  credential: 'primary' as const,
  arrivedAt,
  endedAt: arrivedAt + 10,
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});

const [A, B] = ['GET /pets?limit=1', 'GET /pets?limit=2'];

it('a row of refusals has the waits before each retry of the same request', () => {
  const log = [
    sent(A, 0, 429, 2),
    sent(A, 2_020, 200),
    sent(B, 2_100, 429, 0),
    sent(B, 2_610, 429, 0),
    sent(B, 3_620, 429, 0),
    sent(A, 5_000, 429, 1),
    sent(B, 8_000, 200),
  ];
  expect(refusalRows(log)).toEqual([
    { retryAfter: 2, waits: [2.01], retries: 1, gaveUp: false },
    { retryAfter: 0, waits: [0.5, 1], retries: 2, gaveUp: true },
    { retryAfter: 1, waits: [], retries: 0, gaveUp: true },
  ]);
});

it('of a long row the first waits are kept, and all retries are counted', () => {
  const log = Array.from({ length: 41 }, (_, index) => sent(A, 20 * index, 429, 2));
  expect(refusalRows(log)).toMatchObject([{ retries: 40, gaveUp: true }]);
  expect(refusalRows(log)[0]?.waits).toHaveLength(12);
});

it('what is kept of a report says why a must rule is not satisfied', () => {
  const rule = { level: 'must' as const, requests: [] };
  const run = runOf({
    schema: 'petvet/client/1',
    petvet: '1',
    outcome: 'violating',
    command: 'one',
    asOf: '2026-01-01',
    startedAt: '2026-01-01T00:00:00Z',
    wasInterrupted: false,
    client: { exitStatus: 0, tookTooLong: false, seconds: 8.6 },
    rules: [
      { ...rule, id: 'CLIENT-1', verdict: 'pass', says: 'all' },
      { ...rule, id: 'CLIENT-2', verdict: 'fail', says: 'early' },
      { ...rule, id: 'CLIENT-6', level: 'should', verdict: 'warn', says: 'getPet' },
    ],
    requests: [sent(A, 0, 200)],
  });
  expect(run).toEqual({
    outcome: 'violating',
    verdicts: { 'CLIENT-1': 'pass', 'CLIENT-2': 'fail', 'CLIENT-6': 'warn' },
    says: { 'CLIENT-2': 'early' },
    requests: 1,
    seconds: 9,
    rows: [],
  });
});

it.each([
  ['ky', '{ "ky": "2.1.0", "undici": "8.12.4" }', '2.1.0'],
  ['axios', '{ "axios-retry": "4.5.0", "axios": "1.21.1" }', '1.21.1'],
  ['httpx', 'httpx-retries==0.6.0\nhttpx==0.28.1\n', '0.28.1'],
  ['example.org/retry/v2', 'require (\n\texample.org/retry/v2 v2.17.2\n)', '2.17.2'],
  ['failsafe', '<artifactId>failsafe</artifactId>\n      <version>3.3.2</version>', '3.3.2'],
  ['reqwest', 'reqwest-retry = "0.9.1"\nreqwest = { version = "0.13.5", features = ["json"] }', '0.13.5'],
  ['absent', 'present==1.0', undefined],
])('the version of %s in %j is %s', (library, manifest, version) => {
  expect(versionIn(manifest, library)).toBe(version);
});
