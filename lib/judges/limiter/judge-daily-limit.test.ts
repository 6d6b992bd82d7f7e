import { describe, expect, it } from 'vitest';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { aKnowledge } from '../judges.fixture.ts';
import { judgeDailyLimit } from './judge-daily-limit.ts';
import type { History } from './metered-history.ts';
import { requestWithoutLimitHeaders, type MeteredRequest } from './metered-request.ts';
import { anExchange } from '../judges.fixture.ts';
import { expect as expectation } from '../../expectation/expect.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

const blank = requestWithoutLimitHeaders(anExchange(), expectation(anExchange().request, aKnowledge()));

/** Requests one after the other, a second apart; those from a number on are refused. */
function history(
  count: number,
  {
    refusedFrom = Infinity,
    apart = SECOND,
    refusal = {},
  }: { refusedFrom?: number; apart?: number; refusal?: Partial<MeteredRequest> } = {},
): History {
  const requests = Array.from({ length: count }, (_, nth): MeteredRequest => {
    const at = nth * apart;
    const base = {
      ...blank,
      number: nth + 1,
      from: at,
      to: at + 5,
      period: 'minute',
      limit: 60,
      remaining: 20,
    } as const;
    return nth < refusedFrom
      ? { ...base, status: 200 }
      : { ...base, status: 429, refused: true, retryAfter: DAY / 2, remaining: 20, ...refusal };
  });
  return {
    requests,
    batches: [],
    countedStatuses: new Set(),
    uncountedStatuses: new Set(),
    refundedStatuses: new Set(),
    clockOffset: { least: 0, most: 0 },
  };
}

const daily: Knowledge = { ...aKnowledge(), usesDayUp: true, plan: { name: 'enterprise', perMinute: 60, perDay: 100 } };

const verdicts = (made: History, knowledge = daily) =>
  judgeDailyLimit(made, knowledge).map(({ verdict, shownBy }) => [verdict, shownBy]);

describe('the daily limit', () => {
  it('is kept where the figure is admitted, and then no more', () => {
    expect(verdicts(history(101, { refusedFrom: 100 }))).toEqual([['pass', [101]]]);
  });

  it('is kept by a limiter that gives places of the day back meanwhile, and asks to wait for the next', () => {
    const refusal = { retryAfter: DAY / 100 };
    expect(verdicts(history(110, { refusedFrom: 104, apart: DAY / 2_000, refusal }))).toEqual([['pass', [105]]]);
    expect(verdicts(history(120, { refusedFrom: 110, apart: DAY / 2_000, refusal }))).toEqual([
      ['inconclusive', [111]],
    ]);
  });

  it('is not shown to be kept where one more was admitted, and nothing came back', () => {
    const made = history(102, { refusedFrom: 101 });
    expect(judgeDailyLimit(made, daily)).toMatchObject([
      {
        verdict: 'inconclusive',
        says: '101 requests were admitted before a 429 that the limit per minute does not explain; the daily limit is 100: 1 more, which a new day that began meanwhile would explain',
      },
    ]);
  });

  it('stays open where it was reached early: somebody had used the key before', () => {
    expect(verdicts(history(70, { refusedFrom: 60 }))).toEqual([['inconclusive', [61]]]);
  });

  it('stays open where a new day may have begun amid the run', () => {
    expect(verdicts(history(150))).toMatchObject([['inconclusive', expect.arrayContaining([150])]]);
    expect(verdicts(history(200))).toMatchObject([['inconclusive', expect.arrayContaining([200])]]);
  });

  it('is broken by more than twice the figure within a day', () => {
    expect(verdicts(history(201))).toEqual([['fail', [1, 201]]]);
  });

  it('is not broken by as many over more than a day', () => {
    expect(verdicts(history(201, { apart: DAY / 150 }))).toMatchObject([['inconclusive', expect.anything()]]);
  });

  it('is not told by a refusal of the minute', () => {
    const ofTheMinute = { retryAfter: 20 * SECOND, remaining: 0 };
    expect(verdicts(history(61, { refusedFrom: 60, apart: 10, refusal: ofTheMinute }))).toEqual([]);
  });

  it('is nothing that `check` asks about, nor a question without a figure', () => {
    const { usesDayUp: _none, ...checked } = daily;
    expect(verdicts(history(201), checked)).toEqual([]);
    expect(verdicts(history(201), { ...daily, plan: { name: 'auto' } })).toEqual([]);
  });

  it('is the plan’s where the configuration says nothing of it', () => {
    expect(verdicts(history(1_001, { refusedFrom: 1_000 }), { ...daily, plan: { name: 'free' } })).toEqual([
      ['pass', [1_001]],
    ]);
  });
});
