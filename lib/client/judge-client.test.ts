import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../evidence/exchange.ts';
import type { ClientRuleId } from './finding.ts';
import { judgeClient } from './judge-client.ts';
import { aRequest, refusedThenAfter, sentLike } from './log.fixture.ts';
import type { ClientRequest } from './request-log.ts';

const TODAY = '2026-11-27';

function verdictOn(rule: ClientRuleId, log: readonly ClientRequest[], asOf = TODAY) {
  const found = judgeClient(log, asOf).find((finding) => finding.rule === rule);
  return { verdict: found?.verdict, says: found?.says };
}

const body = (text: string) => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) }) as const;
const post = (text: string) => ({ method: 'POST', body: body(text) });

describe('of each request', () => {
  it.each<[ClientRuleId, string, string, Partial<SentRequest>]>([
    ['CLIENT-1', 'pass', 'all of 1 request', {}],
    ['CLIENT-1', 'fail', 'no Authorization header', { credential: 'none', headers: [] }],
    ['CLIENT-1', 'fail', 'not `Bearer` and the key', { credential: 'wrong', headers: [['Authorization', 'Basic x']] }],
    ['CLIENT-5', 'pass', 'all of', { target: '/pets?limit=1&status=sold' }],
    ['CLIENT-5', 'pass', 'all of', { target: '/pets?limit=100&page=2' }],
    ['CLIENT-5', 'fail', 'limit', { target: '/pets?limit=0' }],
    ['CLIENT-5', 'fail', 'limit', { target: '/pets?limit=101' }],
    ['CLIENT-5', 'fail', 'limit', { target: '/pets?limit=' }],
    ['CLIENT-5', 'fail', 'limit', { target: '/pets?limit=ten' }],
    ['CLIENT-5', 'fail', 'status', { target: '/pets?status=Available' }],
    ['CLIENT-5', 'pass', 'all of', post('{"name":"Rex","categoryId":1}')],
    ['CLIENT-5', 'pass', 'all of', post('{"name":"Rex","categoryId":9223372036854775807,"status":"pending"}')],
    ['CLIENT-5', 'fail', 'categoryId', post('{"name":"Rex"}')],
    ['CLIENT-5', 'fail', 'NewPet', post('{"name":"Rex","categoryId":"1"}')],
    ['CLIENT-5', 'fail', 'NewPet', post('[]')],
    ['CLIENT-5', 'fail', 'NewPet', { method: 'POST' }],
    ['CLIENT-5', 'pass', 'all of', { target: '/pets/9223372036854775807' }],
    ['CLIENT-5', 'fail', 'petId', { target: '/pets/rex' }],
    ['CLIENT-5', 'fail', 'not documented', { method: 'DELETE', target: '/pets/1' }],
    ['CLIENT-5', 'fail', 'not documented', { target: '/v2/pets' }],
    ['CLIENT-6', 'pass', 'no getPet', {}],
    ['CLIENT-6', 'warn', 'deprecated, was called once', { target: '/pets/1' }],
  ])('%s: %s, %s', (rule, verdict, says, sent) => {
    const judged = verdictOn(rule, [aRequest(1, 0, { sent: sentLike(sent) })]);
    expect(judged).toEqual({ verdict, says: expect.stringContaining(says) as unknown });
  });

  it('getPet is a violation once it is removed', () => {
    const log = [aRequest(1, 0, { sent: sentLike({ target: '/pets/1' }) })];
    expect(verdictOn('CLIENT-6', log, '2031-01-01').verdict).toBe('fail');
  });

  it('what a browser asks by itself is not the client', () => {
    const preflight = sentLike({
      method: 'OPTIONS',
      credential: 'none',
      headers: [['Access-Control-Request-Method', 'POST']],
    });
    const log = [aRequest(1, 0, { sent: preflight }), aRequest(2, 5)];
    expect([verdictOn('CLIENT-1', log).verdict, verdictOn('CLIENT-5', log).verdict]).toEqual(['pass', 'pass']);
  });

  it('the value of an undocumented parameter is not repeated: it may be a secret', () => {
    const log = [
      aRequest(1, 0, { sent: sentLike({ credential: 'none', headers: [], target: '/pets?api_key=s3cret' }) }),
    ];
    const { says } = verdictOn('CLIENT-1', log);
    expect(says).toContain('GET /pets?api_key=…');
    expect(JSON.stringify(judgeClient(log, TODAY))).not.toContain('s3cret');
  });
});

const early = (number: number, arrivedAt: number, underWay = false) =>
  aRequest(number, arrivedAt, { status: 429, duringWaitOf: 2, underWay });

/** The two series of the script, the second one some seconds later. */
function bothSeries(own: readonly number[], asked: readonly number[]): ClientRequest[] {
  const first = refusedThenAfter(own, 0);
  const second = refusedThenAfter(asked, 1).map((one) => ({
    ...one,
    number: one.number + 50,
    arrivedAt: one.arrivedAt + 60_000,
    endedAt: (one.endedAt ?? 0) + 60_000,
  }));
  return [...first, ...second];
}

describe('after a 429', () => {
  const refused = aRequest(2, 10, { status: 429, refusal: { retryAfter: 2, inARow: 1 } });

  it.each<[string, readonly ClientRequest[], string, string]>([
    ['a client that waits', refusedThenAfter([2_010], 2), 'pass', 'pass'],
    ['one that gives up', [aRequest(1, 0), refused], 'pass', 'pass'],
    ['one with requests under way', [aRequest(1, 0), refused, early(3, 12, true)], 'pass', 'pass'],
    ['one that asks once too early', [aRequest(1, 0), refused, early(3, 511)], 'fail', 'pass'],
    ['one that insists', [aRequest(1, 0), refused, early(3, 511), early(4, 900)], 'fail', 'fail'],
    ['one that was never refused', [aRequest(1, 0)], 'not-exercised', 'not-exercised'],
  ])('%s', (_client, log, retryAfter, insisting) => {
    expect([verdictOn('CLIENT-2', log).verdict, verdictOn('CLIENT-4', log).verdict]).toEqual([retryAfter, insisting]);
  });

  it.each<[string, readonly ClientRequest[], string]>([
    ['that double', refusedThenAfter([300, 600, 1_200], 0), 'pass'],
    ['that are hidden behind Retry-After', bothSeries([100, 200, 400, 800], [1_000, 1_000, 1_000]), 'pass'],
    [
      'for which Retry-After stands in, seen often',
      bothSeries([500, 1_000, 2_000], Array<number>(9).fill(1_000)),
      'fail',
    ],
    ['for which Retry-After may stand in', bothSeries([500, 1_000, 2_000], [1_000, 1_000, 1_000]), 'inconclusive'],
    [
      'that Retry-After may hide by chance',
      bothSeries([90, 60, 190, 700, 1_500], Array<number>(7).fill(1_000)),
      'pass',
    ],
    [
      'that stay at the bound that others reached',
      bothSeries([900, 1_800, 3_600], Array<number>(5).fill(4_000)),
      'pass',
    ],
    ['that are steady after others that grew', bothSeries([900, 1_800, 3_600], Array<number>(5).fill(1_500)), 'fail'],
    ['as long as was asked', refusedThenAfter(Array<number>(7).fill(1_000), 1), 'inconclusive'],
    ['of nothing', refusedThenAfter([1, 1, 0, 1], 0), 'fail'],
    ['twice', refusedThenAfter([300, 600], 0), 'inconclusive'],
    [
      'not at all',
      [aRequest(1, 0), aRequest(2, 10, { status: 429, refusal: { retryAfter: 2, inARow: 1 } })],
      'not-exercised',
    ],
    [
      'of several at the same time',
      [...refusedThenAfter([1, 1, 0, 1], 0), aRequest(60, 100, { endedAt: 130 }), aRequest(61, 105)],
      'inconclusive',
    ],
  ])('waits %s', (_waits, log, verdict) => {
    expect(verdictOn('CLIENT-3', log).verdict).toBe(verdict);
  });
});
