import { describe, expect, it } from 'vitest';
import { biggestPageJudge } from './biggest-page.ts';
import { aKnowledge, aLog, type ExchangeParts } from './judges.fixture.ts';
import { LogView } from './log-view.ts';

const pets = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ id: BigInt(from + index), name: 'a', categoryId: 1n }));
const page = (target: string, count: number, from?: number): ExchangeParts => ({ target, json: pets(count, from) });
const judge = (...log: ExchangeParts[]) => biggestPageJudge.judge(new LogView(aLog(...log), aKnowledge()));

const MANY = [page('/pets?limit=100', 100), page('/pets?status=sold', 1, 101)];

describe('LIST-4', () => {
  it.each([
    ['a page that was cut', page('/pets?limit=101', 100)],
    ['a refusal', { target: '/pets?limit=1000', status: 400 }],
    ['text that is ignored', page('/pets?limit=abc', 20)],
  ] satisfies [string, ExchangeParts][])('is shown by %s where more than 100 pets are', (_what, parts) => {
    expect(judge(...MANY, parts)).toMatchObject([
      { rule: 'LIST-4', verdict: 'pass', shownBy: [3], operation: 'listPets' },
    ]);
  });

  it('is not shown where fewer are', () => {
    expect(judge(page('/pets?limit=100', 100), page('/pets?limit=101', 100))).toEqual([]);
  });

  it.each([
    ['a documented limit', page('/pets?limit=100', 100)],
    ['a page that is too big', page('/pets?limit=101', 101)],
    ['a refused key', { target: '/pets?limit=101', status: 401 }],
    ['a spent limit', { target: '/pets?limit=101', status: 429 }],
    ['an outage', { target: '/pets?limit=101', status: 500 }],
    ['a caller without a key', { target: '/pets?limit=101', credential: 'none', status: 400 }],
  ] satisfies [string, ExchangeParts][])('is not shown by %s', (_what, parts) => {
    expect(judge(...MANY, parts)).toEqual([]);
  });
});
