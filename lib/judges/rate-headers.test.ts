import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { aKnowledge, aReading, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { rateHeadersJudge } from './rate-headers.ts';

const judge = (parts: ExchangeParts) => rateHeadersJudge.judge(aReading(parts), aKnowledge(parts.knowledge));
const of = (rule: Finding['rule'], parts: ExchangeParts) => judge(parts).filter((finding) => finding.rule === rule);
const HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const limit = (value: string, parts: ExchangeParts = {}): ExchangeParts => ({
  ...parts,
  headers: [
    ['X-RateLimit-Limit', value],
    ['X-RateLimit-Remaining', '0'],
  ],
});

it('RATE-2 lets nothing be allowed to whoever has no valid key', () => {
  expect(of('RATE-2', limit('0', { status: 401, credential: 'none' }))).toMatchObject([{ verdict: 'pass' }]);
  expect(of('RATE-2', limit('0'))).toMatchObject([{ verdict: 'fail', fault: 'too small' }]);
  expect(of('RATE-2', limit('-1', { status: 401, credential: 'none' }))).toMatchObject([{ verdict: 'fail' }]);
});

describe('RATE-1', () => {
  it.each([
    { status: 200 },
    { status: 401, credential: 'none' },
    { status: 400, method: 'POST' },
    { status: 404, target: '/pets/7' },
    { status: 403 },
    { status: 429 },
  ] satisfies ExchangeParts[])('is judged on $status', (parts) => {
    expect(of('RATE-1', parts)).toMatchObject([{ verdict: 'pass' }]);
    expect(of('RATE-1', { ...parts, without: HEADERS })).toMatchObject([{ verdict: 'fail' }]);
  });

  it('holds in any letter case', () => {
    const headers = HEADERS.map((name) => [name.toLowerCase(), '1'] as const);
    expect(of('RATE-1', { headers, without: HEADERS.filter(() => false) })).toMatchObject([{ verdict: 'pass' }]);
  });

  it.each(HEADERS)('is violated without %s', (name) => {
    expect(of('RATE-1', { without: [name] })).toMatchObject([
      {
        verdict: 'fail',
        says: `GET /pets returned 200 without ${name}`,
        expected: HEADERS.join(', '),
        actual: `no ${name}`,
      },
    ]);
  });

  it.each([
    ['502', { status: 502 }],
    ['504', { status: 504 }],
    ['500', { status: 500 }],
    ['431', { status: 431 }],
    ['413', { method: 'POST', status: 413 }],
    ['a hostile request that was refused', { target: '/pets?status=%00', status: 400 }],
    ['a hostile request that no route knows', { target: `/pets/${'7'.repeat(99)}`, status: 404 }],
    ['another path', { target: '/other', status: 404 }],
    ['another method', { method: 'OPTIONS', status: 204 }],
  ] satisfies [string, ExchangeParts][])('is not judged on %s', (_what, parts) => {
    expect(judge({ ...parts, without: HEADERS })).toEqual([]);
  });
});

describe('RATE-1, where a filter in front of the service dislikes what is sent', () => {
  const sends = { name: `petvetabcde <b>"Q"</b> {{7}} O'Neil`, categoryId: 1 };
  const disliked: ExchangeParts = {
    method: 'POST',
    sends,
    text: '<html>blocked',
    headers: [['Content-Type', 'text/html']],
  };
  const ERROR = { code: 'x', message: 'y', status: 400n };

  it.each([403, 406, 400])('is not judged on its %i', (status) => {
    expect(judge({ ...disliked, status, without: HEADERS })).toEqual([]);
  });

  it('is not judged on a 403 for anything else that is not documented', () => {
    for (const target of ['/pets?limit=abc', '/pets?x=1', '/pets/7%27'])
      expect(judge({ target, status: 403, without: HEADERS })).toEqual([]);
    expect(judge({ ...disliked, sends: { name: '猫', categoryId: 1 }, status: 403, without: HEADERS })).toEqual([]);
  });

  it.each([
    ['a 400 with an Error', { method: 'POST', sends, json: ERROR, status: 400 }],
    ['a 400 for a plain name', { ...disliked, sends: { name: 'petvetabcde' }, status: 400 }],
    ['a 403 for a plain creation', { ...disliked, sends: { name: 'petvetabcde', categoryId: 1 }, status: 403 }],
    ['a 403 for a list', { target: '/pets?limit=5', status: 403 }],
    ['a 201', { ...disliked, status: 201 }],
    ['a 401', { ...disliked, credential: 'none', status: 401 }],
  ] satisfies [string, ExchangeParts][])('is violated by %s without the headers', (_what, parts) => {
    expect(of('RATE-1', { ...parts, without: HEADERS })).toMatchObject([{ verdict: 'fail' }]);
  });
});

describe('RATE-2', () => {
  it('holds, is violated by the first fault, and warns of leniencies', () => {
    expect(of('RATE-2', {})).toMatchObject([{ verdict: 'pass' }]);
    expect(of('RATE-2', { headers: [['X-RateLimit-Remaining', '-1']] })).toMatchObject([
      {
        verdict: 'fail',
        says: 'X-RateLimit-Remaining is negative (-1)',
        expected: 'an integer from 0 to the limit',
        actual: 'X-RateLimit-Remaining: -1',
      },
    ]);
    expect(of('RATE-2', { headers: [['X-RateLimit-Limit', '60, 60;w=60']] })).toMatchObject([
      { verdict: 'warn', says: 'X-RateLimit-Limit is a limit with further numbers or a policy after it' },
    ]);
  });

  it('is not shown by nothing', () => {
    expect(of('RATE-2', { without: HEADERS })).toEqual([]);
  });
});

const ending = (value: string, ahead: number, plan: Partial<ReturnType<typeof aKnowledge>['plan']>): ExchangeParts => ({
  headers: [
    ['X-RateLimit-Limit', value],
    ['X-RateLimit-Remaining', '0'],
    ['X-RateLimit-Reset', `${Math.floor(FIRST_INSTANT / 1_000) + ahead}`],
  ],
  knowledge: { plan: { name: 'enterprise', ...plan } },
});

describe('RATE-3', () => {
  it.each(['60', '1000', '60, 60;w=60'])('holds for %s on the Free plan', (value) => {
    expect(of('RATE-3', limit(value))).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is violated by the figure of another plan', () => {
    expect(of('RATE-3', limit('300'))).toMatchObject([
      { verdict: 'fail', expected: '60 or 1000', actual: 'X-RateLimit-Limit: 300' },
    ]);
  });

  it('asks for the configured figure of Enterprise', () => {
    const knowledge = { plan: { name: 'enterprise', perMinute: 5_000 } } as const;
    expect(of('RATE-3', limit('5000', { knowledge }))).toMatchObject([{ verdict: 'pass' }]);
    expect(of('RATE-3', limit('1000', { knowledge }))).toMatchObject([{ verdict: 'fail', expected: '5000' }]);
  });

  it('leaves the limit of the window open whose figure is not declared', () => {
    expect(of('RATE-3', ending('250000', 7_200, { perMinute: 60 }))).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(of('RATE-3', ending('77', 30, { perDay: 5_000 }))).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(of('RATE-3', ending('77', 30, { perMinute: 60 }))).toMatchObject([{ verdict: 'fail' }]);
    expect(of('RATE-3', ending('77', 7_200, { perDay: 5_000 }))).toMatchObject([{ verdict: 'fail' }]);
    expect(of('RATE-3', ending('77', 7_200, { perMinute: 60, perDay: 5_000 }))).toMatchObject([{ verdict: 'fail' }]);
  });

  it.each(['60', '300', '1000', '10000', '100000'])('takes %s for a plan when none is declared', (value) => {
    expect(of('RATE-3', limit(value, { knowledge: { plan: { name: 'auto' } } }))).toMatchObject([{ verdict: 'pass' }]);
  });

  it('leaves any other figure open then', () => {
    expect(of('RATE-3', limit('77', { knowledge: { plan: { name: 'auto' } } }))).toMatchObject([
      { verdict: 'inconclusive', actual: 'X-RateLimit-Limit: 77' },
    ]);
  });

  it.each([
    ['callers without a key', { credential: 'none', status: 401 }],
    ['callers with a wrong key', { credential: 'wrong', status: 401 }],
    ['callers who may have a key', { credential: 'unknown' }],
    ['another caller, whose plan is not known', { credential: 'second' }],
    ['a valid key that was not recognised', { status: 401 }],
  ] satisfies [string, ExchangeParts][])('is not judged on %s', (_what, parts) => {
    expect(of('RATE-3', limit('10', parts))).toEqual([]);
  });

  it('is not blamed for what RATE-2 is', () => {
    expect(of('RATE-3', limit('0'))).toEqual([]);
    expect(of('RATE-3', limit('many'))).toEqual([]);
  });
});

const after = (...values: string[]) =>
  of('RATE-7', { status: 429, headers: values.map((value) => ['retry-after', value] as const) });

describe('RATE-7', () => {
  it.each(['0', '30', '86400', new Date(FIRST_INSTANT).toUTCString()])('holds for %s', (value) => {
    expect(after(value)).toMatchObject([{ verdict: 'pass' }]);
    expect(after(value, value)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('warns of a fraction', () => {
    expect(after('1.5')).toMatchObject([{ verdict: 'warn', actual: 'Retry-After: 1.5' }]);
  });

  it.each(['UTC', '+0000'])('warns of a date that calls its zone %s', (zone) => {
    expect(after(new Date(FIRST_INSTANT).toUTCString().replace('GMT', zone))).toMatchObject([{ verdict: 'warn' }]);
  });

  it('warns of a number that a gateway repeats within one value', () => {
    expect(after('5, 5')).toMatchObject([{ verdict: 'warn', actual: 'Retry-After: 5, 5' }]);
    expect(after('5, 6')).toMatchObject([{ verdict: 'fail', actual: 'Retry-After: 5, 6' }]);
  });

  it.each(['', '-1', 'soon', '30s', '2026-11-21T12:00:30Z', 'NaN'])('is violated by %j', (value) => {
    expect(after(value)).toMatchObject([
      { verdict: 'fail', expected: 'Retry-After: seconds, or an HTTP date', actual: `Retry-After: ${value}` },
    ]);
  });

  it('is violated by none, and by two that differ', () => {
    expect(after()).toMatchObject([{ verdict: 'fail', says: 'a 429 came with no Retry-After' }]);
    expect(after('1', '2')).toMatchObject([{ verdict: 'fail', actual: 'Retry-After: 1, 2' }]);
  });

  it('is judged on 429 only', () => {
    expect(of('RATE-7', { status: 401 })).toEqual([]);
  });
});
