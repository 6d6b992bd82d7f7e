import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { filterJudge } from './filters.ts';
import { filtered, judged, page, petId, pets, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const id = petId(12);
const [ONE, TWO, THREE] = [ownPet(1, { id }), ownPet(2, { id }), ownPet(3, { id })];
const STORE = pets(9);
const whole = page('?limit=100', STORE);

describe('an id that is given again', () => {
  it('is not missing under its filter: each of its pets may have been deleted', () => {
    const lacking = filtered('sold', STORE);
    const looks = (pet: typeof ONE): Step[] => [created(pet), lacking];
    const of = (two: typeof ONE, three: typeof ONE): Step[] => [
      ...looks(ONE),
      ...looks(two),
      'wait',
      ...looks(two),
      created(three),
    ];
    expect(judged(filterJudge, [whole, ...of(ONE, ONE)])).toMatchObject([{ rule: 'LIST-7', verdict: 'fail' }, {}]);
    expect(judged(filterJudge, [whole, ...of(TWO, THREE)]).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('does not come and go', () => {
    const having = (pet: typeof ONE) => page('?limit=100', [...STORE, pet]);
    const steps = (two: typeof ONE): Step[] => [
      created(ONE),
      having(ONE),
      'wait',
      whole,
      having(two),
      whole,
      'wait',
      having(two),
    ];
    const verdictOf = (two: typeof ONE) => judged(readBackJudge, steps(two)).map(({ verdict }) => verdict);
    expect(verdictOf(ONE)).toContain('fail');
    expect(verdictOf(TWO)).not.toContain('fail');
  });
});
