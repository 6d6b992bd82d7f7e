import { describe, expect, it } from 'vitest';
import { cameAndWentIn } from './came-and-went.ts';
import { aGet, aRecordedRun } from './recorded-run.fixture.ts';

const { knowledge } = aRecordedRun();
const PET = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };
const served = (id: number, limit = 5) => aGet(id, `/pets?limit=${limit}`, 200, [PET]);
const failed = (id: number, limit = 5) =>
  aGet(id, `/pets?limit=${limit}`, 500, { code: 'internal', message: 'sorry', status: 500 });

describe('a fault came and went', () => {
  it('where the same request satisfied the rule at another time', () => {
    expect(cameAndWentIn(knowledge, [served(1), failed(2), served(3)]).why('ERR-3', failed(2))).toBe(
      'violated ERR-3 1 of 3 times then: satisfying it today does not show that the fault is gone',
    );
  });

  it('where it was sent once, and another request satisfied the rule at another time', () => {
    const run = cameAndWentIn(knowledge, [failed(1, 6), served(2), failed(3), served(4)]);
    expect(run.why('ERR-3', failed(1, 6))).toBe(
      'violated ERR-3 once then, and another request only 1 of 3 times: satisfying it today does not show that the fault is gone',
    );
    expect(run.why('ERR-3', served(9, 7))).toBeUndefined();
  });

  it('not where each response to that request violated the rule', () => {
    const run = cameAndWentIn(knowledge, [failed(1), failed(2), served(3, 6), failed(4, 7), served(5, 7)]);
    expect(run.why('ERR-3', failed(1))).toBeUndefined();
  });
});

describe('how often more a request is sent', () => {
  const others = Array.from({ length: 11 }, (_none, index) => served(index + 20, index + 20));

  it.each([
    ['twice as often as it took to meet a fault that was met once', [failed(1), ...others], 24],
    ['as often where it came and went', [failed(1), served(2), ...others.slice(1)], 24],
    ['less where it was met more often', [failed(1), failed(2, 6), ...others], 13],
    ['not at all where it stayed', [failed(1), failed(2), ...others], 0],
    ['not at all where a fault of the rule stayed', [failed(1), failed(2, 6), failed(3, 6), ...others], 0],
    ['not at all where each response violated the rule', [failed(1), failed(2, 6)], 0],
  ])('%s', (_what, exchanges, times) => {
    expect(cameAndWentIn(knowledge, exchanges).timesMore('ERR-3', failed(1))).toBe(times);
  });

  it('and never too often', () => {
    const many = Array.from({ length: 90 }, (_none, index) => served(index + 2, index + 6));
    expect(cameAndWentIn(knowledge, [failed(1), ...many]).timesMore('ERR-3', failed(1))).toBe(40);
  });
});
