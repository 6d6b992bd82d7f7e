import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const [A, B] = [ownPet(1), ownPet(2)];
const STORE = pets(9);
const lists = (...own: readonly PetJson[]) => page('?limit=100', [...STORE, ...own]);

const turns = (there: Step, gone: Step): Step[] => [created(A), there, 'wait', gone, there, gone, 'wait', there];

describe('CREATE-10, of a pet that a list shows by turns', () => {
  it('is violated where no deletion and no lag explains it', () => {
    expect(judged(readBackJudge, turns(lists(A), lists()))).toMatchObject([
      {
        verdict: 'fail',
        shownBy: [2, 3, 4, 5, 6],
        says: 'a created pet appears in lists, disappears and appears again',
        expected: `GET /pets?limit=100 has the pet with id ${A.id} each time`,
        actual: 'listed, not listed, listed, not listed, listed',
      },
    ]);
  });

  it.each([
    ['it came back once', [created(A), lists(A), 'wait', lists(), lists(A)]],
    ['it was away twice, and no lag is over', [created(A), lists(A), lists(), lists(A), lists(), lists(A)]],
  ] satisfies [string, Step[]][])('stays open where %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'a created pet was listed, not listed, and listed again, which a lag may explain',
      },
    ]);
  });

  const fair: Record<string, Step[]> = {
    'it was listed late, and then each time': [created(A), lists(), lists(A), lists(), lists(A), 'wait', lists(A)],
    'it was deleted': [created(A), lists(A), 'wait', lists(A), lists(), 'wait', lists()],
    'pages of a cap leave out others by turns, too': turns(
      page('?limit=100', [...STORE, A]),
      page('?limit=100', pets([1, 2, 3, 4, 5, 6, 7, 8])),
    ),
    'each page has as many pets': turns(lists(A), lists(B)),
    'another limit is cut in another place': turns(page('?limit=99', [...STORE, A]), lists()),
    'the headers point to a following page': turns(
      lists(A),
      page('?limit=100', STORE, { headers: [['Link', '</v1/pets?after=9>; rel="next"']] }),
    ),
    'the page was full': turns(page('?limit=10', [...STORE, A]), page('?limit=9', STORE)),
  };
  it.each(Object.entries(fair))('is kept where %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });
});
