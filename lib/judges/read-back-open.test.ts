import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, page, type Step } from './pages.fixture.ts';
import {
  A,
  B,
  C,
  MANY,
  STORE,
  altered,
  createdWithoutStatus,
  gets,
  lists,
  missing,
  twice,
} from './read-back.fixture.ts';
import { readBackJudge } from './read-back.ts';

describe('CREATE-10', () => {
  const open: Record<string, Step[]> = {
    'one pet is not found, as others may have deleted it': [created(A), ...twice(...missing(A))],
    'pets are missing within a lag': [created(A), created(B), ...missing(A, B)],
    'pets are missing while others write': [
      lists(),
      created(A),
      created(B),
      ...missing(A, B),
      page('?limit=100', STORE.slice(1)),
      'wait' as const,
      ...missing(A, B),
      lists(),
    ],
    'they may all have been deleted before they could be seen': [
      lists(),
      created(C),
      created(A),
      created(B),
      ...missing(A, B),
      lists(),
      'wait' as const,
      ...missing(A, B),
      created(ownPet(4)),
      ...gets(ownPet(4)),
      lists(ownPet(4)),
    ],
    // A caller that cleans up leaves the newest for a while, too.
    'only the newest of many is left': [
      lists(),
      ...MANY.map((pet) => created(pet)),
      ...missing(...MANY),
      created(A),
      lists(A),
      'wait',
      ...missing(...MANY),
      lists(A),
    ],
    'one creation left two as a gateway may send it twice': [created(A), lists(A, { ...A, id: A.id + 50n })],
    'a list lacks the pet within a lag': [created(A), ...gets(A), lists()],
    'one pet is read back with another status': [created(A), ...twice(...gets(...altered({ status: 'pending' }, A)))],
    'some of those created alike have another status, as somebody may moderate them': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...twice(...gets(...altered({ status: 'pending' }, A, B), C), lists(...altered({ status: 'pending' }, A, B), C)),
    ],
    'some of those created without a status have another one than was returned, as somebody may moderate them': [
      lists(),
      createdWithoutStatus(A),
      createdWithoutStatus(B),
      createdWithoutStatus(C),
      ...gets(...altered({ status: 'pending' }, A, B), C),
      lists(...altered({ status: 'pending' }, A, B), C),
      'wait' as const,
      ...gets(...altered({ status: 'pending' }, A, B), C),
    ],
    'some of those created alike have one other name, as somebody may rename new pets': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...twice(...gets(...altered({ name: 'Bello' }, A, B), C), lists(...altered({ name: 'Bello' }, A, B), C)),
    ],
    'two are nowhere to be found and one is gone later, as somebody may delete new pets': [
      lists(),
      created(C),
      ...gets(C),
      created(A),
      created(B),
      ...twice(...missing(A, B), lists(C)),
      'wait' as const,
      ...missing(C),
      lists(),
    ],
    'getPet and a list disagree once': [created(A), ...gets(A), lists(...altered({ status: 'pending' }, A))],
    'a pet was shown under another id at once': [created(A), lists({ ...A, id: A.id + 50n })],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)[0]).toMatchObject({ verdict: 'inconclusive' });
  });
});
