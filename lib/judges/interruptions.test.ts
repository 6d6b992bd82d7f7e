import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, type ExchangeParts } from './judges.fixture.ts';

const { target, baseUrl, loopback, asOf, plan, windows, writes, secondKey, leftOut } = aKnowledge();
const KNOWLEDGE = { target, baseUrl, loopback, asOf, plan, windows, writes, secondKey, leftOut };

/** What is said of exchanges, each a second after the one before, by the judge of interruptions and that of silences. */
function judge(...exchanges: Exchange[]) {
  const bench = new Bench(KNOWLEDGE);
  const early = exchanges.flatMap((exchange, index) => {
    const at = 1_000 * (index + 1);
    return bench.see({ ...exchange, id: index + 1, times: { startedAt: at, answeredAt: at + 5, endedAt: at + 10 } });
  });
  return [...early, ...bench.conclude()]
    .filter(({ judge: by }) => by === 'interruptions' || by === 'unanswered')
    .map(({ rule, verdict, says, shownBy }) => ({ rule, verdict, says, shownBy }));
}

const well = (parts: ExchangeParts = {}) => anExchange({ json: [], ...parts });
const away = (parts: ExchangeParts = {}, retryOf?: number) => ({
  ...anExchange({ status: 502, ...parts }),
  ...(retryOf !== undefined && { retryOf }),
});
const again = (exchange: Exchange, retryOf: number) => ({ ...exchange, retryOf });
const PET = { target: '/pets/7', status: 502 };

function silent(parts: ExchangeParts = {}): Exchange {
  const { answer: _none, ...asked } = anExchange(parts);
  return { ...asked, failure: { kind: 'refused', says: 'nobody listens' } };
}

/** The doubts about that many interruptions of one request each, with `servedBetween` requests served between two of them. */
const doubtsAbout = (count: number, servedBetween: number) =>
  judge(
    ...Array.from({ length: count }, (_, nth) => [
      away(),
      again(well(), 1 + nth * (2 + servedBetween)),
      ...Array.from({ length: servedBetween }, () => well()),
    ]).flat(),
  ).filter(({ verdict }) => verdict === 'inconclusive');

describe('a documented request that gets 502', () => {
  it('violates ERR-3 when another request is served between two attempts', () => {
    expect(judge(well(), away(PET), away(PET, 2), well(), away(PET, 3), well())).toEqual([
      {
        rule: 'ERR-3',
        verdict: 'fail',
        says: 'GET /pets/7 returned 502, which is not allowed; it was not served in any of 3 attempts',
        shownBy: [5],
      },
    ]);
  });

  it('violates ERR-3 when it is tried again at once, and only it was not served', () => {
    expect(judge(well(), away(PET), away(PET, 2), well())).toMatchObject([{ verdict: 'fail', shownBy: [3] }]);
  });

  it('leaves ERR-3 open when it was sent once', () => {
    expect(judge(well(), away(PET), well())).toMatchObject([
      { rule: 'ERR-3', verdict: 'inconclusive', says: expect.stringContaining('it was not sent again') },
    ]);
  });

  it('is told when it is served at the second attempt', () => {
    expect(judge(well(), away(), again(well(), 2), well())).toEqual([
      {
        rule: 'ERR-3',
        verdict: 'observed',
        says: 'one request met 502, and the service responded again afterwards',
        shownBy: [2],
      },
    ]);
  });
});

describe.each([408, 421, 425, 520, 524])('a documented request that gets %i', (status) => {
  const met = { ...PET, status };

  it('is told when it is served at the second attempt, and violates nothing', () => {
    expect(judge(well(), away({ status }), again(well(), 2), well())).toMatchObject([{ verdict: 'observed' }]);
    expect(judge(well(), away(met), well())).toMatchObject([{ rule: 'ERR-3', verdict: 'inconclusive' }]);
  });

  it('violates ERR-3 where it gets nothing else, while others are served', () => {
    expect(judge(well(), away(met), away(met, 2), well(), away(met, 3), well())).toMatchObject([
      {
        rule: 'ERR-3',
        verdict: 'fail',
        says: expect.stringContaining(`GET /pets/7 returned ${status}, which is not allowed`),
        shownBy: [5],
      },
    ]);
  });
});

it('a refusal with 408 that a request may get is no interruption', () => {
  const odd = { target: '/pets?limit=0', status: 408 };
  expect(judge(well(), away(odd), away(odd, 2), well())).toEqual([]);
});

describe('a service that is away', () => {
  const LIST = { target: '/pets?limit=1' };

  it('and comes back is told, and violates nothing', () => {
    const served = again(well({ target: '/pets/7', json: { id: 7n, name: 'a', categoryId: 1n } }), 5);
    const run = [well(), away(PET), away(PET, 2), away(LIST), away(PET, 3), again(well(LIST), 4), served, well()];
    expect(judge(...run)).toEqual([
      {
        rule: 'ERR-3',
        verdict: 'observed',
        says: '4 requests met 502 in a period of 3.0 s, and the service responded again afterwards',
        shownBy: [2, 3, 4, 5],
      },
    ]);
  });

  it('so that nobody can connect is no silence of its own', () => {
    const run = [
      well(),
      silent(),
      silent(LIST),
      again(silent(LIST), 3),
      again(well(LIST), 4),
      again(well(), 2),
      well(),
    ];
    expect(judge(...run)).toMatchObject([{ verdict: 'observed', shownBy: [2, 3, 4] }]);
    expect(judge(well(), silent(), again(well(), 2), well())).toMatchObject([
      { verdict: 'observed', says: expect.stringContaining('one request met no response') },
    ]);
  });

  it('in part, as one of several instances is, leaves open what met it twice', () => {
    const other = { target: '/pets?limit=2' };
    const run = [well(), away(PET), away(other), again(well(other), 3), well(), away(PET, 2), well(PET_SERVED)];
    expect(judge(...run)).toMatchObject([
      { verdict: 'inconclusive', says: 'GET /pets/7 returned 502; another request failed at that time, too' },
      { verdict: 'observed', shownBy: [2, 3] },
    ]);
  });

  it('leaves open what was not tried again afterwards', () => {
    const run = [well(), well(PET_SERVED), away(PET), away(PET, 3), away(LIST), again(well(LIST), 5), well()];
    expect(judge(...run)).toMatchObject([
      { verdict: 'inconclusive', says: 'GET /pets/7 returned 502; another request failed at that time, too' },
      { verdict: 'observed' },
    ]);
  });

  it('at the end of the log may be what an operation always does', () => {
    expect(judge(well(), away(LIST), away(LIST, 2), away(PET), away(PET, 4))).toMatchObject([
      { verdict: 'fail' },
      { verdict: 'fail' },
    ]);
  });

  it('for one operation only is a violation: it was never served', () => {
    const other = { ...PET, target: '/pets/8' };
    expect(judge(well(), away(PET), away(PET, 2), away(other), away(other, 4), well())).toMatchObject([
      { verdict: 'fail', shownBy: [3] },
      { verdict: 'fail', shownBy: [5] },
    ]);
  });

  it('six times, of requests that nobody sent again, is not said to have been served', () => {
    const pairs = Array.from({ length: 6 }, () => [well(LIST), well(PET_SERVED), away(LIST), away(PET)]).flat();
    expect(
      judge(...pairs, well(LIST))
        .map(({ says }) => says)
        .join('\n'),
    ).not.toContain('sent again');
  });

  it('at six different times, of one request in two, is too often for an interruption', () => {
    expect(doubtsAbout(6, 0)).toEqual([
      {
        rule: 'ERR-3',
        verdict: 'inconclusive',
        says: '6 of 6 requests met 502 before they were served, at 6 different times: too often for an interruption, though each was served when it was sent again',
        shownBy: [1, 3, 5, 7, 9],
      },
    ]);
    expect(doubtsAbout(6, 8)).toHaveLength(1);
    expect([doubtsAbout(5, 0), doubtsAbout(6, 10)]).toEqual([[], []]);
  });

  it('for hostile requests only is not told', () => {
    const hostile = { target: '/pets?status=sold%00', status: 502 };
    expect(judge(well(), away(hostile), again(well(hostile), 2), well())).toEqual([]);
  });
});

const PET_SERVED = { target: '/pets/7', json: { id: 7n, name: 'a', categoryId: 1n } };
