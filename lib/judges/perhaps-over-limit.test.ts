import { describe, expect, it } from 'vitest';
import { makeFinding, type Finding } from './finding.ts';
import { anExchange, type ExchangeParts } from './judges.fixture.ts';
import { PerhapsOverLimit, type Judged } from './perhaps-over-limit.ts';

const usedUp = [['X-RateLimit-Remaining', '0']] as const;

function judged(id: number, parts: ExchangeParts = {}, rule: 'GET-1' | 'CREATE-1' = 'GET-1'): Judged {
  const operation = rule === 'GET-1' ? 'getPet' : 'createPet';
  const exchange = anExchange({ id, status: 400, headers: usedUp, ...parts });
  return { exchange, findings: [makeFinding({ rule, shownBy: [id], operation }, 'fail', 'wrong', { fault: 'wrong' })] };
}

const blame = ({ rule, see }: Finding) => see ?? rule;

/** On which rule each is blamed in the end. */
function blamed(all: readonly Judged[], sent: readonly number[], refused: readonly number[] = []) {
  const waiting = new PerhapsOverLimit();
  const entered = all.filter((one) => !waiting.keep(one));
  const { settled, instead } = waiting.settle({ sent: new Set(sent), refused: new Set(refused) });
  return { at: [...entered, ...settled].flatMap(({ findings }) => findings.map(blame)), instead: instead?.numbers };
}

describe('a violation with a response that says that nothing remains', () => {
  it('is blamed on RATE-5 where the limit refused its request', () => {
    expect(blamed([judged(1)], [1], [1]).at).toEqual(['RATE-5']);
  });

  it('is its own where the limit did not, or something remained', () => {
    expect(blamed([judged(1)], [1]).at).toEqual(['GET-1']);
    expect(blamed([judged(1, { headers: [] })], [1], [1]).at).toEqual(['GET-1']);
  });

  it('is its own where the same is met within the limit, too', () => {
    expect(blamed([judged(1, { headers: [] }), judged(2)], [2], [2]).at).toEqual(['GET-1', 'GET-1']);
  });

  it('is blamed on RATE-5 where requests of two operations over the limit get one and the same body', () => {
    const empty = { status: 200, json: [] };
    const other = { status: 200, json: ['another'] };
    expect(blamed([judged(1, empty), judged(2, empty, 'CREATE-1')], [1, 2])).toEqual({
      at: ['RATE-5', 'RATE-5'],
      instead: [1, 2],
    });
    expect(blamed([judged(1, empty), judged(2, other, 'CREATE-1')], [1, 2]).at).toEqual(['GET-1', 'CREATE-1']);
    expect(blamed([judged(1, empty), judged(2, empty, 'CREATE-1')], [1]).at).toEqual(['GET-1', 'CREATE-1']);
  });

  it('of thousands of one cause is kept for a few', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => judged(index + 1));
    const numbers = many.map(({ exchange }) => exchange.id);
    expect(new Set(blamed(many, numbers, numbers).at)).toEqual(new Set(['RATE-5']));
    expect(blamed(many, numbers, numbers.slice(10)).at.length).toBeLessThan(100);
  });
});
