import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, type PetJson, type Step } from './pages.fixture.ts';
import { A, B, C, gets, lists, missing } from './read-back.fixture.ts';
import { readBackJudge } from './read-back.ts';

const [EARLY, LATE] = [ownPet(4), ownPet(5)];

/** Three pets are created and seen at once; then one more is created, and looked for at once and after a while, in vain. */
function lostAtLast(
  late: PetJson,
  { first = [], last = [] }: { readonly first?: Step[]; readonly last?: Step[] } = {},
) {
  const seen = [A, B, C].flatMap((pet) => [created(pet), ...gets(pet)]);
  const lost = [created(late), ...missing(late), 'wait' as const, ...missing(late)];
  const steps = [lists(), ...first, ...seen, ...lost, ...gets(A, B, C), ...last, lists(A, B, C)];
  return judged(readBackJudge, steps)[0]?.verdict;
}

/** A creation whose pet nobody looks for before the end. */
const early = (pet: PetJson) => ({ first: [created(pet)], last: missing(pet) });

describe('CREATE-10 where one pet is looked for at once, and nowhere to be found', () => {
  it('is violated, where pets created before it are seen at once and afterwards', () => {
    expect(lostAtLast(LATE)).toBe('fail');
  });

  it('stays open where another one was never seen either, as somebody may delete what is new', () => {
    expect(lostAtLast(LATE, early(EARLY))).toBe('inconclusive');
  });

  it('is violated where those that were never seen have a status that none has which was seen', () => {
    const status = 'pending';
    expect(lostAtLast(ownPet(5, { status }), early(ownPet(4, { status })))).toBe('fail');
  });

  it('stays open where one that was seen is gone later', () => {
    expect(lostAtLast(LATE, { last: missing(C) })).toBe('inconclusive');
  });
});
