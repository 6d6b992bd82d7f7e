import { describe, expect, it } from 'vitest';
import { aKnowledge, aReading, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { readRateLimit } from './rate-limit.ts';

const NOW = FIRST_INSTANT / 1_000;

const read = (parts: ExchangeParts) =>
  readRateLimit(aReading({ at: FIRST_INSTANT, ...parts }).exchange, aKnowledge(parts.knowledge));
/** Reads a Reset that is `ahead` seconds away by the service's own clock, which is `clock` seconds ahead. */
function reset(ahead: number | string, clock = 0, parts: ExchangeParts = {}) {
  const value = typeof ahead === 'string' ? ahead : `${NOW + clock + ahead}`;
  return read({
    ...parts,
    headers: [
      ['Date', new Date(FIRST_INSTANT + clock * 1_000).toUTCString()],
      ['X-RateLimit-Reset', value],
      ...(parts.headers ?? []),
    ],
  }).faults.map(({ says }) => says);
}

it('reads the three headers', () => {
  expect(read({})).toMatchObject({ limit: 60n, remaining: 59n, reset: NOW + 30, missing: [], faults: [], lenient: [] });
  expect(read({ without: ['X-RateLimit-Reset'] })).toMatchObject({ reset: undefined, missing: ['X-RateLimit-Reset'] });
});

describe('Limit and Remaining', () => {
  it.each([
    ['60', '0'],
    ['60', '60'],
    ['1', '1'],
    ['100000', '99999'],
    ['60.0', '5'],
  ])('%s and %s make sense', (limit, remaining) => {
    const headers = [
      ['X-RateLimit-Limit', limit],
      ['X-RateLimit-Remaining', remaining],
    ] as const;
    expect(read({ headers }).faults).toEqual([]);
  });

  it.each([
    ['0', '0', 'X-RateLimit-Limit is 0; it should be at least 1'],
    ['-1', '0', 'X-RateLimit-Limit is negative (-1)'],
    ['60', '61', 'X-RateLimit-Remaining is 61; it should be at most the limit of 60'],
    ['60', '1.5', 'X-RateLimit-Remaining is a fraction (1.5)'],
    ['60', 'unlimited', 'X-RateLimit-Remaining is not a plain number but "unlimited"'],
    ['', '0', 'X-RateLimit-Limit is empty'],
  ])('%s and %s do not', (limit, remaining, says) => {
    const headers = [
      ['X-RateLimit-Limit', limit],
      ['X-RateLimit-Remaining', remaining],
    ] as const;
    expect(read({ headers }).faults.map((fault) => fault.says)).toEqual([says]);
  });
});

const answered = (seconds: number) => {
  const { exchange } = aReading({
    at: FIRST_INSTANT,
    headers: [
      ['X-RateLimit-Reset', `${NOW + 2}`],
      ['Date', new Date(FIRST_INSTANT + seconds * 1_000).toUTCString()],
    ],
  });
  const ended = FIRST_INSTANT + seconds * 1_000;
  const times = { startedAt: FIRST_INSTANT, answeredAt: ended, endedAt: ended };
  return readRateLimit({ ...exchange, times }, aKnowledge()).faults;
};

const past = (seconds: number) => read({ headers: [['X-RateLimit-Reset', `${NOW - seconds}`]], without: ['Date'] });

describe('Reset', () => {
  it.each([0, 1, 60, 61, 3_600, 86_400, 25 * 3_600, -1])('may be %i seconds ahead', (ahead) => {
    expect(reset(ahead)).toEqual([]);
  });

  it.each([
    ['an hour ahead', 3_600],
    ['two minutes ahead', 120],
    ['two days behind', -172_800],
  ])('is in order by our own clock where that of Date is another one, %s', (_what, clock) => {
    expect(reset(30 - clock, clock)).toEqual([]);
    expect(reset(-30 - clock, clock)).toHaveLength(1);
  });

  it.each([90, -90, 86_400])('is held against the clock of the service, %i seconds off', (clock) => {
    expect(reset(60, clock)).toEqual([]);
    expect(reset(-60 - Math.max(0, clock), clock)).toHaveLength(1);
  });

  it.each([
    [-60, /^X-RateLimit-Reset is \d+; it should be not in the past \(the service's clock says \d+\)$/],
    [90_060, /^X-RateLimit-Reset is \d+; it should be within 90000 seconds/],
    ['30', /a number of seconds \(30\)/],
    [`${FIRST_INSTANT}`, /a Unix time in milliseconds/],
    ['2026-11-21T12:00:30Z', /an ISO date/],
    ['Sat, 21 Nov 2026 12:00:30 GMT', /an HTTP date/],
  ])('must not be %s', (value, says) => {
    expect(reset(value)).toEqual([expect.stringMatching(says)]);
  });

  it('may have a fraction', () => {
    const reading = read({ headers: [['X-RateLimit-Reset', `${NOW + 12}.75`]] });
    expect(reading).toMatchObject({ faults: [], reset: NOW + 12.75 });
    expect(reading.lenient).toHaveLength(1);
  });

  it.each([
    ['no Date', { without: ['Date'] }],
    ['a Date that is none', { headers: [['Date', '2026']] }],
    [
      'two Dates that differ',
      { headers: [900_000, 0].map((ago) => ['Date', new Date(FIRST_INSTANT - ago).toUTCString()] as const) },
    ],
  ] satisfies [string, ExchangeParts][])('is held against our own clock with %s', (_what, parts: ExchangeParts) => {
    const at = (ahead: number) => {
      const headers = [['X-RateLimit-Reset', `${NOW + ahead}`] as const, ...(parts.headers ?? [])];
      return read({ ...parts, headers }).faults;
    };
    expect(at(-90)).toEqual([]);
    expect(at(86_400 + 90)).toEqual([]);
  });

  it('without a Date, is in doubt when it is an hour past, and wrong when it is days past', () => {
    expect(past(3_600)).toMatchObject({
      faults: [],
      doubts: [{ says: expect.stringContaining("(petvet's clock, as no Date tells the service's, says ") }],
    });
    expect(past(3 * 86_400)).toMatchObject({ faults: [{ fault: 'in the past' }], doubts: [] });
  });

  it('may be that of the moment at which the request of a slow response came', () => {
    expect(answered(12)).toEqual([]);
    expect(answered(30)).toEqual([]);
  });

  it('may lie at the date at which the service is said to live', () => {
    const knowledge = { asOf: '2031-01-01' };
    const declared = Date.UTC(2031, 0, 1, 18) / 1_000;
    expect(reset(`${declared}`, 0, { knowledge })).toEqual([]);
    expect(reset(60, 0, { knowledge })).toEqual([]);
    expect(reset(`${declared}`)).toHaveLength(1);
    expect(reset(-3_600, 0, { knowledge })).toHaveLength(1);
  });
});
