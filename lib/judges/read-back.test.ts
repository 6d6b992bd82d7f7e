import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { filtered, got, judged, page, judgedTogether, type Step } from './pages.fixture.ts';
import {
  A,
  B,
  C,
  MANY,
  STORE,
  altered,
  copy,
  createdWithoutStatus,
  gets,
  lists,
  missing,
  named,
  twice,
  without,
} from './read-back.fixture.ts';
import { readBackJudge } from './read-back.ts';

describe('CREATE-10', () => {
  it.each([
    ['by getPet and in the lists', [created(A), got(A.id, A), lists(A)], [1, 2, 3]],
    ['by getPet; no list page had to show it', [created(A), got(A.id, A), page('?limit=9', STORE)], [1, 2]],
    ['by getPet; no list was requested afterwards', [created(A), got(A.id, A)], [1, 2]],
    ['in the lists; getPet was not seen to find it', [created(A), lists(A)], [1, 2]],
  ] as const)('holds when a pet is read back %s', (where, steps, shownBy) => {
    const says = `what was created is read back ${where}`;
    expect(judged(readBackJudge, steps)).toMatchObject([{ rule: 'CREATE-10', verdict: 'pass', shownBy, says }]);
  });

  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('holds when names are shown in the normal form %s', (form) => {
    const sent = named('petvettest01 ﬁ é e\u0301 ²');
    const shown = { ...sent, name: sent.name.normalize(form) };
    const steps: Step[] = [created(sent), got(sent.id, shown), 'wait', got(sent.id, shown)];
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('takes the lists alone once getPet is removed', () => {
    const knowledge = { asOf: '2031-01-01' };
    expect(judged(readBackJudge, [created(A), lists(A)], { knowledge })).toMatchObject([
      { verdict: 'pass', shownBy: [1, 2], says: 'what was created is read back in the lists' },
    ]);
    expect(judged(readBackJudge, [created(A), page('?limit=9', STORE)], { knowledge })).toMatchObject([
      { verdict: 'inconclusive', says: 'no later response had to show a created pet', unverified: true },
    ]);
  });

  it('does not ask lists of one status to show it, where they do so for no pet', () => {
    const status = A.status ?? 'sold';
    const bare = page(`?limit=100&status=${status}`, [without(A)]);
    const steps: Step[] = [created(A), lists(A), bare, 'wait', bare, lists(A), bare];
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is not verified when nothing was looked at afterwards', () => {
    expect(judged(readBackJudge, [created(A)])).toMatchObject([
      { verdict: 'inconclusive', shownBy: [1], says: 'no later response had to show a created pet', unverified: true },
    ]);
  });

  const violations: Record<string, Step[]> = {
    'pets are nowhere to be found': [lists(), created(A), created(B), ...twice(...missing(A, B), lists())],
    'one is nowhere to be found while others are, at once': [
      lists(),
      created(A),
      ...gets(A),
      created(B),
      ...gets(B),
      created(C),
      ...gets(C),
      created(ownPet(4)),
      ...missing(ownPet(4)),
      created(ownPet(5)),
      ...gets(ownPet(5)),
      lists(A, B, C, ownPet(5)),
      'wait' as const,
      ...missing(ownPet(4)),
      ...gets(A),
      lists(A, B, C, ownPet(5)),
    ],
    'no list shows what getPet shows': [created(A), 'wait', ...twice(...gets(A), lists(), ...gets(A))],
    'lists show another status than was created and getPet shows': [
      created(A),
      ...gets(A),
      ...twice(lists(...altered({ status: 'pending' }, A)), ...gets(A)),
    ],
    'pets are stored with another category': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...gets(...altered({ categoryId: 3n }, A, B, C)),
      lists(...altered({ categoryId: 3n }, A, B, C)),
      'wait',
      ...gets(...altered({ categoryId: 3n }, A, B, C)),
    ],
    'pets created without a status are stored with another one than was returned, those with that status are not': [
      lists(),
      createdWithoutStatus(A),
      createdWithoutStatus(B),
      createdWithoutStatus(C),
      created(MANY[0] ?? A),
      ...gets(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
      lists(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
      'wait' as const,
      ...gets(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
    ],
    'pets are stored without their status': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...twice(lists(without(A), without(B), without(C))),
    ],
    'pets are stored under one name': [
      created(A),
      created(B),
      created(C),
      ...twice(...gets(...altered({ name: 'string' }, A, B, C))),
    ],
    'only a filtered list shows them': [
      created(A),
      'wait',
      ...twice(filtered(A.status ?? 'sold', [A]), lists(), filtered(A.status ?? 'sold', [A])),
    ],
    'two pets are mixed up': [created(A), created(B), ...gets({ ...A, name: B.name })],
    'pets are shown under other ids': [created(A), created(B), created(C), ...twice(lists(copy(A), copy(B), copy(C)))],
  };
  it.each(Object.entries(violations))('is violated when %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)[0]).toMatchObject({ verdict: 'fail' });
  });

  const settled: Record<string, Step[]> = {
    'is found after a lag': [created(A), ...missing(A), lists(), 'wait', ...gets(A), lists(A)],
    'is gone after it was seen': [created(A), ...gets(A), lists(A), 'wait', ...missing(A), lists()],
    'is edited after it was seen': [created(A), ...gets(A), 'wait', ...gets(...altered({ status: 'pending' }, A))],
    'has its name trimmed': [created(named(' petvettest01 ')), ...gets(named('petvettest01'))],
    'has one blank for two': [created(named('petvettest01  II')), ...gets(named('petvettest01 II'))],
    'was answered without a status': [created(without(A)), ...gets(A), lists(A)],
    'shows a status nowhere': [created(A), ...gets(without(A))],
    'was altered by its answer, not by the store': [created(A, { categoryId: 7n }), ...gets(A)],
  };
  it.each(Object.entries(settled))('holds for a pet that %s', (_which, steps) => {
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('takes another pet under the id for another pet', () => {
    const steps = [created(A), ...gets(A), 'wait' as const, ...gets({ ...A, name: 'Rex', status: 'pending' })];
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('leaves to other rules what they see as well', () => {
    const unfound = ['wait' as const, lists(A, B), ...twice(...missing(A), lists(A, B))];
    expect(judgedTogether('CREATE-10', [lists(), created(A), created(B), ...unfound])).not.toContainEqual(
      expect.objectContaining({ verdict: 'fail' }),
    );
    const category = 2n ** 63n - 1n;
    const large = ownPet(1, { categoryId: category });
    const rounded = gets({ ...large, categoryId: BigInt(Number(category)) });
    expect(judgedTogether('CREATE-10', [lists(), created(large), ...rounded])).toMatchObject([{ see: 'JSON-3' }]);
  });

  it('looks at lists only, once getPet is removed', () => {
    const steps = [created(A), created(B), ...twice(...missing(A, B), lists(A, B))];
    expect(judged(readBackJudge, steps, { knowledge: { asOf: '2031-01-01' } })).toMatchObject([
      { verdict: 'pass', says: 'what was created is read back in the lists' },
    ]);
  });

  it('has nothing to say where nothing was created', () => {
    expect(judged(readBackJudge, [lists()])).toEqual([]);
  });
});
