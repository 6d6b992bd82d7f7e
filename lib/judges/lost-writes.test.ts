import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, type Step } from './pages.fixture.ts';
import { A, B, C, gets, lists, missing } from './read-back.fixture.ts';
import { readBackJudge } from './read-back.ts';

const LATE = ownPet(4);

/** Three pets are created and seen at once; then one more is created, and looked for at once and after a while, in vain. */
function lostAtLast(last: readonly Step[] = []) {
  const seen = [A, B, C].flatMap((pet) => [created(pet), ...gets(pet)]);
  const lost = [created(LATE), ...missing(LATE), 'wait' as const, ...missing(LATE)];
  const steps = [lists(), ...seen, ...lost, ...gets(A, B, C), ...last, lists(A, B, C)];
  return judged(readBackJudge, steps)[0]?.verdict;
}

describe('CREATE-10 where one pet is looked for at once, and nowhere to be found', () => {
  it('is violated, where pets created before it are seen at once and afterwards', () => {
    expect(lostAtLast()).toBe('fail');
  });

  it('stays open where one that was seen is gone later', () => {
    expect(lostAtLast(missing(C))).toBe('inconclusive');
  });
});

/** Two pets are given one id, and seen or not; three that are created later are looked for at once and after a while, in vain. */
function allLost(seen: readonly Step[]) {
  const later = [5, 6, 7].map((number) => ownPet(number));
  const again = [created(A), ...seen, created(B, { id: A.id })];
  const lost = later.flatMap((pet) => [created(pet), ...missing(pet)]);
  const steps = [lists(), ...again, ...lost, 'wait' as const, ...later.flatMap((pet) => missing(pet)), lists()];
  return judged(readBackJudge, steps)[0]?.verdict;
}

describe('CREATE-10 where no pet of an id of its own is to be found', () => {
  it('is violated, where no created pet was ever seen', () => {
    expect(allLost([])).toBe('fail');
  });

  it('stays open where one was there, and another one was given its id: somebody deletes what is created', () => {
    expect(allLost(gets(A))).toBe('inconclusive');
  });
});
