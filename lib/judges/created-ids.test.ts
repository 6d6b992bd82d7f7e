import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { createdIdJudge } from './created-ids.ts';
import { FIRST_INSTANT } from './judges.fixture.ts';
import { got, judged, page, pets, judgedTogether, type Step } from './pages.fixture.ts';

const [A, B, C] = [ownPet(1), ownPet(2), ownPet(3)];
const [OLD, ...OTHERS] = pets([1, 3, 5, 7, 9, 3001]);
const STORE = OLD ? [OLD, ...OTHERS] : [];
const at = FIRST_INSTANT + 60_000;

describe('CREATE-4', () => {
  it('holds for pets with ids of their own', () => {
    expect(judged(createdIdJudge, [created(A), created(B)])).toMatchObject([
      { rule: 'CREATE-4', verdict: 'pass', shownBy: [1, 2], says: 'each created pet has its own id' },
    ]);
  });

  it('says so where they were created at the same time', () => {
    const [finding] = judged(createdIdJudge, [created(A, {}, { at }), created(B, {}, { at: at + 1 })]);
    expect(finding).toMatchObject({ verdict: 'pass', says: expect.stringContaining('at the same time') });
  });

  const violations: Record<string, readonly [Step[], number[]]> = {
    'two creations sent at once have one id': [
      [created(A, {}, { at }), created(B, { id: A.id }, { at: at + 1 })],
      [1, 2],
    ],
    'two of one name that differ by status, sent at once, have one id': [
      [created(A, {}, { at }), created({ ...A, status: 'pending' }, {}, { at: at + 1 })],
      [1, 2],
    ],
    'creations right after each other have one id, again and again': [
      [created(A), created(B, { id: A.id }), created(C, { id: A.id })],
      [1, 2],
    ],
    'the former pet is still there under the id': [
      [created(A), created(B, { id: A.id }), 'wait', got(A.id, A)],
      [1, 2],
    ],
    'a listed pet keeps the id that was given': [
      [page('?limit=100', STORE), created(A, { id: OLD?.id ?? 0n }), 'wait', page('?limit=100', STORE)],
      [1, 2],
    ],
    'listed pets give way to created ones': [
      [
        page('?limit=100', STORE),
        created(A, { id: STORE[1]?.id ?? 0n }),
        created(B, { id: STORE[3]?.id ?? 0n }),
        page(
          '?limit=100',
          STORE.filter((_pet, index) => index !== 1 && index !== 3),
        ),
      ],
      [1, 2],
    ],
  };
  it.each(Object.entries(violations))('is violated when %s', (_when, [steps, shownBy]) => {
    const findings = judged(createdIdJudge, steps);
    expect(findings.map(({ verdict }) => verdict)).not.toContain('inconclusive');
    expect(findings[0]).toMatchObject({ verdict: 'fail', shownBy, expected: 'an id that no other pet has' });
  });

  const open: Record<string, Step[]> = {
    'an id comes back once, as that of a deleted pet may': [created(A), created(B, { id: A.id })],
    'a pet of the same name and another category gets the id once': [created(A), created({ ...A, categoryId: 7n })],
    'an id comes back later': [created(A), 'wait', created(B, { id: A.id }), 'wait', created(C, { id: A.id })],
    'an id comes back while a slow service works on both: another client may have deleted the first one in between': [
      created(A, {}, { at, takes: 300 }),
      created(B, { id: A.id }, { at: at + 1, takes: 600 }),
    ],
    'the former name is seen again later, which another creation has given to its pet': [
      created(A),
      created(B, { id: A.id }),
      'wait',
      created({ ...A, status: 'sold' }, { id: A.id }),
      got(A.id, { ...A, status: 'sold' }),
    ],
    'the id of a listed pet comes back': [page('?limit=100', STORE), created(A, { id: OLD?.id ?? 0n })],
    'it cannot be told whose requests these are': [
      created(A, {}, { at, credential: 'unknown' }),
      created(B, { id: A.id }, { at: at + 1, credential: 'unknown' }),
    ],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(createdIdJudge, steps)[0]).toMatchObject({ verdict: 'inconclusive' });
  });

  it('holds where getPet shows a pet with the id of a later one', () => {
    const log = [created(A), got(A.id, { ...A, id: B.id }), created(B), 'wait', got(A.id, { ...A, id: B.id })] as const;
    expect(judged(createdIdJudge, log)).toMatchObject([{ rule: 'CREATE-4', verdict: 'pass' }]);
  });

  it('says nothing of pets of one name that may be the same one, sent twice', () => {
    const { name, categoryId } = A;
    const withoutStatus = created(A, {}, { at: at + 1, sends: { name, categoryId } });
    const [finding] = judged(createdIdJudge, [created(A, {}, { at }), withoutStatus]);
    expect(finding).toMatchObject({ verdict: 'inconclusive', unverified: true });
  });

  it('sees lost digits where ids beyond 2^53 are equal once rounded', () => {
    const id = 2n ** 53n + 4_000n;
    const stored = [ownPet(1, { id: id - 1n }), ownPet(2, { id: id + 1n })];
    const steps = [
      created(A, { id }, { at }),
      created(B, { id }, { at: at + 1 }),
      page('?limit=100', stored, { at: at + 100 }),
    ];
    expect(judgedTogether('CREATE-4', steps)[0]).toMatchObject({ verdict: 'inconclusive', see: 'JSON-3' });
  });

  it('is not verified by one request sent twice, nor by one pet', () => {
    const unverified = [{ rule: 'CREATE-4', verdict: 'inconclusive', shownBy: [1], unverified: true }];
    expect(judged(createdIdJudge, [created(A), created(A)])).toMatchObject(unverified);
    expect(judged(createdIdJudge, [created(A)])).toMatchObject(unverified);
  });

  it('has nothing to say of replays that were asked for', () => {
    const requestHeaders = [['Idempotency-Key', '1']] as const;
    const replayed = [created(A, {}, { at, requestHeaders }), created(B, { id: A.id }, { at: at + 1, requestHeaders })];
    expect(judged(createdIdJudge, replayed)).toEqual([]);
  });
});

const asking = (pet: typeof A, id: bigint) =>
  created(pet, { id }, { sends: { name: pet.name, categoryId: pet.categoryId, id } });
const taken = (steps: Step[]) => judged(createdIdJudge, steps).filter(({ rule }) => rule === 'CREATE-3');

describe('CREATE-3', () => {
  it('is violated by a creation that is given the id it asks for, though a pet has it', () => {
    const says = `the service used the id ${A.id} of the request, though another pet has it`;
    expect(taken([created(A), asking(B, A.id)])).toMatchObject([{ verdict: 'fail', says, shownBy: [2] }]);
    expect(taken([page('?limit=100', [A]), asking(B, A.id)])).toMatchObject([{ verdict: 'fail', says }]);
  });

  it('is in doubt where ids that nobody asked for are given again, too, as those of deleted pets may be', () => {
    expect(taken([created(A), created(B, { id: A.id }), asking(C, A.id)])).toMatchObject([
      { verdict: 'inconclusive', shownBy: [2, 3] },
    ]);
  });

  it('is in doubt after a pause, in which all pets of the run may have been deleted', () => {
    expect(taken([created(A), 'wait', asking(B, A.id)])).toMatchObject([{ verdict: 'inconclusive', shownBy: [2] }]);
    expect(taken([created(A), 'wait', created(C), asking(B, A.id)])).toMatchObject([{ verdict: 'fail' }]);
  });

  it('says nothing of ids that no pet had, and of other ids than those asked for', () => {
    expect(taken([created(A), asking(B, B.id)])).toEqual([]);
    expect(
      taken([created(A), created(B, {}, { sends: { name: B.name, categoryId: B.categoryId, id: A.id } })]),
    ).toEqual([]);
  });
});

describe('an id that a request asked for, and another pet has', () => {
  const askingForIt = created(B, { id: A.id }, { sends: { ...B, id: A.id }, at });

  it('is CREATE-3 alone', () => {
    expect(judged(createdIdJudge, [created(A, {}, { at: at - 20 }), askingForIt])).toMatchObject([
      { rule: 'CREATE-3', verdict: 'fail' },
      { rule: 'CREATE-4', verdict: 'inconclusive', see: 'CREATE-3' },
    ]);
  });

  it('does not hide that ids are given twice to pets whose requests asked for none', () => {
    const both = [
      created(C, { id: OLD?.id ?? 0n }, { at: at + 1_000 }),
      created(ownPet(4), { id: OLD?.id ?? 0n }, { at: at + 1_001 }),
    ];
    const findings = judged(createdIdJudge, [created(A, {}, { at: at - 20 }), askingForIt, ...both]);
    expect(findings.filter(({ rule, verdict }) => rule === 'CREATE-4' && verdict === 'fail')).toHaveLength(2);
  });
});
