import { describe, expect, it } from 'vitest';
import { cameAndWentIn } from './came-and-went.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { aGet, aRecordedRun } from './recorded-run.fixture.ts';
import { readRecordedStore } from './recorded-store.ts';

const of = (exchanges: readonly Exchange[]) => cameAndWentIn(readRecordedStore(aRecordedRun({}, exchanges)));
const PET = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };
const served = (id: number, limit = 5) => aGet(id, `/pets?limit=${limit}`, 200, [PET]);
const failed = (id: number, limit = 5) =>
  aGet(id, `/pets?limit=${limit}`, 500, { code: 'internal', message: 'sorry', status: 500 });

describe('a fault came and went', () => {
  it('where the same request satisfied the rule at another time', () => {
    expect(of([served(1), failed(2), served(3)]).why('ERR-3', failed(2), 4)).toBe(
      'violated ERR-3 1 of 3 times then: satisfying it 4 times does not show that the fault is gone',
    );
  });

  it('no more once it was sent so often that chance hardly hides it', () => {
    expect(of([served(1), failed(2), served(3)]).why('ERR-3', failed(2), 12)).toBeUndefined();
  });

  it('where it was sent once, and another request satisfied the rule at another time', () => {
    const run = of([failed(1, 6), served(2), failed(3), served(4)]);
    expect(run.why('ERR-3', failed(1, 6), 1)).toBe(
      'violated ERR-3 1 of 3 times then: satisfying it 1 times does not show that the fault is gone',
    );
    expect(run.why('ERR-3', served(9, 7), 1)).toBeUndefined();
  });

  it('not where each response to that request violated the rule', () => {
    const run = of([failed(1), failed(2), served(3, 6), failed(4, 7), served(5, 7)]);
    expect(run.why('ERR-3', failed(1), 1)).toBeUndefined();
  });
});

describe('how often a request is sent', () => {
  const others = Array.from({ length: 11 }, (_none, index) => served(index + 20, index + 20));

  it.each([
    ['twice as often as it took to meet a fault that was met once', [failed(1), ...others], 25],
    ['until chance hardly hides a fault that came and went', [failed(1), served(2), ...others.slice(1)], 7],
    ['less where it was met more often', [failed(1), failed(2, 6), ...others], 14],
    ['once where it stayed', [failed(1), failed(2), ...others], 1],
    ['once where a fault of the rule stayed', [failed(1), failed(2, 6), failed(3, 6), ...others], 1],
    ['once where each response violated the rule', [failed(1), failed(2, 6)], 1],
  ])('%s', (_what, exchanges, times) => {
    expect(of(exchanges).times('ERR-3', failed(1))).toBe(times);
  });

  it('and never too often', () => {
    const many = Array.from({ length: 90 }, (_none, index) => served(index + 2, index + 6));
    expect(of([failed(1), ...many]).times('ERR-3', failed(1))).toBe(41);
  });
});
