import { expect, it } from 'vitest';
import { aLimiterLog, failed, type LoggedRequest } from './limiter-log.fixture.ts';

/** Forty-five requests of one window, the fortieth with the scheme in small letters. */
const sent = (remainingOf: (index: number) => number): LoggedRequest[] =>
  Array.from({ length: 45 }, (_, index) => ({
    at: index * 20,
    remaining: remainingOf(index),
    resetIn: 60 - index / 50,
  }));
const says = (remainingOf: (index: number) => number, id = 40) =>
  aLimiterLog(sent(remainingOf), (parts) => ({
    ...parts,
    requestHeaders: [['Authorization', `${parts.id === id ? 'bearer' : 'Bearer'} {primary}`]],
  }))
    .filter(({ verdict }) => verdict === 'fail')
    .map((finding) => finding.says);

it('a counter for each spelling of the scheme is named as such', () => {
  expect(says((index) => (index < 39 ? 59 - index : index === 39 ? 59 : 60 - index))).toEqual([
    'Remaining was 59, but at most 20 could remain; the key sent as "bearer {primary}" seems to have a counter of its own, apart from "Bearer {primary}"',
  ]);
});

it('one counter for every spelling is no fault', () => {
  expect(says((index) => 59 - index)).toEqual([]);
});

it('what no limiter explains without the other spelling either is not laid to it', () => {
  const [one = ''] = says((index) => (index === 35 ? 59 : 59 - index));
  expect(one).toContain('no kind of limiter explains all responses of the run');
});

it('a counter for each spelling is seen where a limiter that refills could have answered so as well', () => {
  expect(says((index) => (index < 10 ? 59 - index : index === 10 ? 59 : 60 - index), 11)).toEqual([
    'Remaining was 59 after 50; the key sent as "bearer {primary}" seems to have a counter of its own, apart from "Bearer {primary}"',
  ]);
});

it('a Remaining that is higher from then on is no counter of its own', () => {
  expect(says((index) => (index < 10 ? 59 - index : 69 - index), 11)).toEqual([]);
});

it('two counters in turn are not laid to the one request that was spelled otherwise', () => {
  expect(
    says((index) => 59 - index + (index > 14 && index % 2 === 0 ? 3 : 0), 16).filter((one) =>
      one.includes('counter of its own'),
    ),
  ).toEqual([]);
});

/** Requests every 40 ms to buckets of 60 that are full again after eight seconds: the usual one is empty in the end. */
function ofBuckets(other: number): string[] {
  const perMs = 60 / 8_000;
  const buckets = { usual: { level: 60, at: 0 }, other: { level: 60, at: 0 } };
  const requests = Array.from({ length: 90 }, (_, index): LoggedRequest => {
    const at = index * 40;
    const bucket = index === other ? buckets.other : buckets.usual;
    bucket.level = Math.min(60, bucket.level + (at - bucket.at) * perMs);
    bucket.at = at;
    const isRefused = bucket.level < 1;
    if (!isRefused) bucket.level -= 1;
    const told = { at, remaining: Math.floor(bucket.level), resetIn: (60 - bucket.level) / perMs / 1_000 };
    return isRefused ? { ...told, status: 429, retryAfter: 1 } : told;
  });
  const spelled = (id: number | undefined) => (id === other + 1 ? 'bearer' : 'Bearer');
  return failed(
    requests,
    (parts) => ({ ...parts, requestHeaders: [['Authorization', `${spelled(parts.id)} {primary}`]] }),
    { windows: { minute: 8, day: 86_400, testInstallation: true } },
  );
}

it('a bucket for each spelling is blamed for what it announces, not for what other kinds would not admit', () => {
  expect(ofBuckets(25)).toEqual([
    expect.stringMatching(
      /^RATE-4 fail: Remaining was 59 after \d+; the key sent as "bearer \{primary\}" seems to have a counter of its own/,
    ),
  ]);
  expect(ofBuckets(-1)).toEqual([]);
});

/** The same requests, of which one says what it accepts. */
const accepting = (remainingOf: (index: number) => number, id: number) =>
  aLimiterLog(sent(remainingOf), (parts) => ({
    ...parts,
    requestHeaders: [['Authorization', 'Bearer {primary}'], ...(parts.id === id ? [['Accept', '*/*'] as const] : [])],
  })).flatMap((finding) => (finding.verdict === 'fail' ? [finding.says] : []));

it('a counter for each Accept is named as such, whether or not a limiter that refills explains it', () => {
  expect(accepting((index) => (index < 39 ? 59 - index : index === 39 ? 59 : 60 - index), 40)).toEqual([
    'Remaining was 59, but at most 20 could remain; requests with Accept: */* seem to have a counter of their own',
  ]);
  expect(accepting((index) => (index < 10 ? 59 - index : index === 10 ? 59 : 60 - index), 11)).toEqual([
    'Remaining was 59 after 50; requests with Accept: */* seem to have a counter of their own',
  ]);
  expect(accepting((index) => 59 - index, 11)).toEqual([]);
});
