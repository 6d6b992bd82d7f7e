import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import type { ClientRuleId } from './finding.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { sentLike } from './log.fixture.ts';
import { recordedClients } from './recorded-clients.ts';

const BEGIN = Date.UTC(2026, 10, 21, 10) + 3;
const date = (at: number) => new Date(BEGIN - 3 + at).toUTCString();
const asks = (retryAfter: string, ...more: HeaderPair[]): Partial<Recorded> => ({
  status: 429,
  headers: [['Retry-After', retryAfter], ...more],
});

interface Recorded {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly sent: Parameters<typeof sentLike>[0];
  /** How long it took, in milliseconds. */
  readonly took: number;
}

/** A list with the key, `at` milliseconds from the beginning. */
function exchange(at: number, { status = 200, headers = [], sent = {}, took = 20 }: Partial<Recorded> = {}): Exchange {
  const startedAt = BEGIN + at;
  const answer = { status, headers, body: { kind: 'not-recorded' } } as const;
  return {
    id: 1,
    request: sentLike(sent),
    answer,
    times: { startedAt, answeredAt: startedAt + took, endedAt: startedAt + took },
  };
}

/** The verdicts of some rules, for each client. */
function verdictsOn(rules: readonly ClientRuleId[], exchanges: readonly Exchange[]) {
  return recordedClients(exchanges).clients.map((client) => {
    const found = judgeRecorded(client, '2026-11-21').filter(({ rule }) => rules.includes(rule));
    return found.map(({ verdict }) => verdict);
  });
}

const key = (name: string): Partial<Recorded> => ({ sent: { headers: [['Authorization', `Bearer {${name}}`]] } });
const keyless = { headers: [], credential: 'unknown' } as const;

describe('a recording shows of Retry-After (CLIENT-2, CLIENT-4)', () => {
  it.each<[string, readonly Exchange[], readonly string[]]>([
    ['that it is kept', [exchange(0, asks('2')), exchange(2_020)], ['pass', 'pass']],
    ['that it is not', [exchange(0, asks('2')), exchange(1_001)], ['fail', 'pass']],
    [
      'that requests were repeated',
      [exchange(0, asks('2')), exchange(501, asks('2')), exchange(901)],
      ['fail', 'fail'],
    ],
    [
      'what a date asks for, by the Date of the service',
      [exchange(0, asks(date(65_000), ['Date', date(60_000)])), exchange(3_001)],
      ['fail', 'pass'],
    ],
    [
      'what a date asks for, by the clock of the client',
      [exchange(0, asks(date(4_000), ['Date', date(-60_000)])), exchange(4_010)],
      ['inconclusive', 'inconclusive'],
    ],
    [
      'nothing without a Retry-After',
      [exchange(0, { status: 429 }), exchange(101)],
      ['not-exercised', 'not-exercised'],
    ],
    ['nothing where none is one', [exchange(0, asks('soon')), exchange(101)], ['not-exercised', 'not-exercised']],
    ['nothing without a 429', [exchange(0), exchange(101)], ['not-exercised', 'not-exercised']],
    [
      'that another worker was under way',
      [exchange(0, asks('2')), exchange(10, { sent: { target: '/pets?limit=1' } }), exchange(11)],
      ['pass', 'pass'],
    ],
    [
      'nothing certain where a response took longer than the wait',
      [exchange(0, asks('2')), exchange(1_801, { took: 900 })],
      ['inconclusive', 'inconclusive'],
    ],
    [
      'nothing certain where no duration was kept',
      [exchange(0, { ...asks('2'), took: 60_000 }), exchange(501, { took: 59_000 })],
      ['inconclusive', 'inconclusive'],
    ],
    [
      'nothing certain where the key was not recorded',
      [exchange(0, { ...asks('2'), sent: keyless }), exchange(501, { sent: keyless })],
      ['inconclusive', 'inconclusive'],
    ],
  ])('%s', (_what, exchanges, verdicts) => {
    expect(verdictsOn(['CLIENT-2', 'CLIENT-4'], exchanges)).toEqual([verdicts]);
  });

  it('of each key alone', () => {
    const exchanges = [exchange(0, { ...key('primary'), ...asks('2') }), exchange(501, key('other-1'))];
    expect(verdictsOn(['CLIENT-2'], exchanges)).toEqual([['pass'], ['not-exercised']]);
  });
});

/** Refused, and tried again after each of these waits until it is admitted. */
function refusedThenAfter(waits: readonly number[], before: readonly Exchange[]): Exchange[] {
  const all = [...before, exchange(101, asks('0'))];
  let at = 121;
  for (const [index, wait] of waits.entries()) {
    at += wait;
    all.push(exchange(at, index === waits.length - 1 ? {} : asks('0')));
    at += 20;
  }
  return all;
}

describe('a recording shows of waits (CLIENT-3)', () => {
  it.each<[string, readonly Exchange[], string]>([
    ['that they grow', refusedThenAfter([301, 601, 1_201], [exchange(0)]), 'pass'],
    ['that they do not', refusedThenAfter([501, 503, 502, 501], [exchange(0)]), 'fail'],
    ['nothing where it may have begun in the middle', refusedThenAfter([501, 503, 502, 501], []), 'not-exercised'],
    [
      'nothing by whole seconds',
      refusedThenAfter([980, 1_980, 2_980, 3_980], [exchange(-3)]).map(inSeconds),
      'inconclusive',
    ],
    ['nothing where nothing was refused', [exchange(0)], 'not-exercised'],
    [
      'nothing where bodies that were not recorded may differ',
      refusedThenAfter([501, 503, 502, 501], [exchange(0)]).map((one) => ({
        ...one,
        request: sentLike({ method: 'POST', body: { kind: 'not-recorded' } }),
      })),
      'not-exercised',
    ],
  ])('%s', (_what, exchanges, verdict) => {
    expect(verdictsOn(['CLIENT-3'], exchanges)).toEqual([[verdict]]);
  });

  it('nothing by even waits that are rare among others', () => {
    const series = [
      [501, 503, 502, 501],
      [201, 401, 801, 1_601],
      [101, 201, 401, 801],
      [151, 301, 601, 1_201],
    ];
    const all = series.flatMap((waits, index) =>
      refusedThenAfter(waits, [exchange(0)]).map((one) => later(one, 100_000 * index)),
    );
    expect(verdictsOn(['CLIENT-3'], all)).toEqual([['inconclusive']]);
  });
});

function inSeconds(one: Exchange): Exchange {
  const startedAt = Math.floor(one.times.startedAt / 1_000) * 1_000;
  return { ...one, times: { startedAt, answeredAt: startedAt + 1_020, endedAt: startedAt + 1_020 } };
}

function later(one: Exchange, by: number): Exchange {
  const { startedAt, endedAt } = one.times;
  return { ...one, times: { startedAt: startedAt + by, answeredAt: endedAt + by, endedAt: endedAt + by } };
}

describe('a recording shows of requests', () => {
  const withoutKey = { sent: keyless };
  const post = { method: 'POST', body: { kind: 'not-recorded' } } as const;

  it.each<[ClientRuleId, string, readonly Exchange[], string]>([
    ['CLIENT-1', 'the key', [exchange(0)], 'pass'],
    ['CLIENT-1', 'no key that the service accepts', [exchange(0, { status: 401 })], 'inconclusive'],
    ['CLIENT-1', 'that one was sent without it', [exchange(0), exchange(101, { ...withoutKey, status: 401 })], 'fail'],
    ['CLIENT-1', 'nothing of one that was answered', [exchange(0), exchange(101, withoutKey)], 'inconclusive'],
    [
      'CLIENT-1',
      'nothing where the recorder left it out',
      [exchange(0, { ...withoutKey, status: 401 })],
      'inconclusive',
    ],
    [
      'CLIENT-1',
      'nothing by what the user says of it',
      [exchange(0, { sent: { headers: [], credential: 'primary' } })],
      'inconclusive',
    ],
    ['CLIENT-5', 'that they are documented', [exchange(0)], 'pass'],
    ['CLIENT-5', 'that one is not', [exchange(0, { sent: { target: '/pets?limit=0' } })], 'fail'],
    ['CLIENT-5', 'nothing of bodies that were not recorded', [exchange(0, { sent: post })], 'inconclusive'],
    ['CLIENT-6', 'that getPet is called', [exchange(0, { sent: { target: '/pets/1' } })], 'warn'],
  ])('%s: %s', (rule, _what, exchanges, verdict) => {
    expect(verdictsOn([rule], exchanges)).toEqual([[verdict]]);
  });

  it('leaves out those of which nobody knows whose of several keys they had', () => {
    const exchanges = [exchange(0, key('primary')), exchange(101, key('other-1')), exchange(201, withoutKey)];
    const { clients, leftOut } = recordedClients(exchanges);
    expect([clients.map(({ log }) => log.length), leftOut]).toEqual([[1, 1], 1]);
  });
});
