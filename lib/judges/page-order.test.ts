import { describe, expect, it } from 'vitest';
import { created } from './creations.fixture.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { repeatedPageJudge } from './page-order.ts';
import { judged, page, pets, type Step } from './pages.fixture.ts';

const LISTED = [1, 2, 3, 4, 5, 6];
const SHUFFLED = [4, 1, 6, 2, 5, 3];

function twice(...orders: readonly (readonly number[])[]): Step[] {
  return orders.map((ids) => page('?limit=6', pets(ids)));
}

/** A page of two sold pets at most. */
function small(...ids: readonly number[]): Step {
  return page('?status=sold&limit=2', pets(ids, 'sold'));
}

describe('LIST-12', () => {
  it('holds when the same request gives the same page', () => {
    expect(judged(repeatedPageJudge, twice(LISTED, LISTED))).toMatchObject([
      { rule: 'LIST-12', verdict: 'pass', shownBy: [1, 2] },
    ]);
  });

  it('is violated when unchanged pets change places again and again', () => {
    expect(judged(repeatedPageJudge, twice(LISTED, SHUFFLED, LISTED))).toMatchObject([
      { verdict: 'fail', shownBy: [1, 2, 3] },
    ]);
    expect(judged(repeatedPageJudge, twice(LISTED, SHUFFLED, SHUFFLED, LISTED))).toMatchObject([{ verdict: 'fail' }]);
  });

  it.each([
    ['it was shuffled once', twice(LISTED, SHUFFLED)],
    ['new pets come first', twice([3, 4, 5, 6], [2, 3, 4, 5], [1, 2, 3, 4])],
    ['one pet moved to the front', twice(LISTED, [6, 1, 2, 3, 4, 5], [5, 6, 1, 2, 3, 4])],
    ['pets come and go', twice([1, 2, 3], [1, 2], [1, 2, 3])],
    [
      'we wrote between',
      [
        ...twice(LISTED),
        { method: 'POST', status: 201 },
        ...twice(SHUFFLED),
        { method: 'POST', status: 500 },
        ...twice(LISTED, SHUFFLED),
      ],
    ],
    ['the shuffled pets are edited', [...twice(LISTED), page('?limit=6', pets(SHUFFLED, 'sold')), ...twice(LISTED)]],
    ['others edit meanwhile', [...twice(LISTED, SHUFFLED, LISTED), page('?limit=7', pets([1], 'sold'))]],
  ] satisfies [string, Step[]][])('stays open when %s', (_when, steps) => {
    expect(judged(repeatedPageJudge, steps)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  describe('where a pet was just created', () => {
    const creation = pets([7], 'sold').map((pet) => created(pet));
    const odd = pets([7], 'sold').map((pet) => created({ ...pet, name: 'petvettest\u0000 end' }));

    it.each([
      ['was not shown at once', [...creation, small(1), small(1, 7), small(1, 7)]],
      ['was shown by turns at first', [...creation, small(1, 7), small(1), small(7, 1), small(1)]],
      ['was not shown at once, created with a name that few would send', [...odd, small(1), small(1, 7)]],
      ['came first, and pushed another one off the page', [...creation, small(1, 2), small(7, 1)]],
    ] satisfies [string, Step[]][])('is no doubt over a small page on which it %s', (_how, steps) => {
      const open = [{ verdict: 'inconclusive', unverified: true }];
      expect(judged(repeatedPageJudge, steps)).toMatchObject(open);
      expect(judged(repeatedPageJudge, [...steps, ...twice(LISTED, LISTED)])).toMatchObject([{ verdict: 'pass' }]);
    });

    it.each([
      ['another pet came as well', [...creation, small(1), small(7, 2)]],
      ['it came long after', [...creation, 'wait', small(1), small(1, 7)]],
      ['pets changed places', [...creation, small(1, 2), small(2, 1), small(2, 1)]],
    ] satisfies [string, Step[]][])('is a doubt where %s, shown by pages that differ', (_how, steps) => {
      const doubt = { verdict: 'inconclusive', fault: 'another page', shownBy: [2, 3] };
      expect(judged(repeatedPageJudge, steps)).toMatchObject([doubt]);
    });
  });

  it('has nothing to say where a creation is under way meanwhile', () => {
    const creation: ExchangeParts = { method: 'POST', target: '/pets', status: 500, takes: 60_000 };
    expect(judged(repeatedPageJudge, [creation, ...twice(LISTED, SHUFFLED)])).toEqual([]);
  });

  it('has nothing to say of different requests', () => {
    expect(judged(repeatedPageJudge, [page('?limit=6', pets(LISTED)), page('?limit=7', pets(SHUFFLED))])).toEqual([]);
  });
});
