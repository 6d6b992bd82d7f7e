import { describe, expect, it } from 'vitest';
import { exactEverywhereJudge } from './exact-everywhere.ts';
import { knownPetJudge } from './known-pets.ts';
import { got, judged, page, petId, pets, type LogParts, type Step } from './pages.fixture.ts';

const CATEGORY = 9_007_199_254_740_993n;
const [REX] = pets(1).map((pet) => ({ ...pet, categoryId: CATEGORY }));

/** The configuration says that a pet exists. */
const DECLARED: LogParts = { knowledge: { knownPets: [{ id: petId(1), categoryId: CATEGORY }] } };

const verdicts = (steps: readonly Step[], parts = DECLARED) =>
  [knownPetJudge, exactEverywhereJudge]
    .flatMap((judge) => judged(judge, steps, parts))
    .map(({ rule, verdict, shownBy }) => ({ rule, verdict, shownBy }));

const rounded = REX && { ...REX, categoryId: CATEGORY - 1n };

describe('a pet that the configuration names', () => {
  it('satisfies GET-1 where it is returned as it is described', () => {
    expect(verdicts([got(petId(1), REX)])).toEqual([{ rule: 'GET-1', verdict: 'pass', shownBy: [1] }]);
  });

  it('leaves GET-1 in doubt, and no more, where it is not there: it may be gone', () => {
    expect(verdicts([got(petId(1)), got(petId(1))])).toEqual([
      { rule: 'GET-1', verdict: 'inconclusive', shownBy: [1] },
    ]);
  });

  it('violates JSON-3 where its category lost digits, in a list and by itself', () => {
    const found = verdicts([page('?limit=5', rounded ? [rounded] : []), got(petId(1), rounded)]);
    expect(found.filter(({ rule }) => rule === 'JSON-3')).toEqual([
      { rule: 'JSON-3', verdict: 'fail', shownBy: [1] },
      { rule: 'JSON-3', verdict: 'fail', shownBy: [2] },
    ]);
  });

  it('may have been changed since', () => {
    expect(verdicts([got(petId(1), REX && { ...REX, categoryId: 5n })])).toEqual([]);
  });

  it('says nothing of others, nor of pets where none is named', () => {
    expect(verdicts([got(petId(2)), got(petId(2), pets(2)[1])])).toEqual([]);
    expect(verdicts([got(petId(1))], {})).toEqual([]);
  });
});
