import { describe, expect, it } from 'vitest';
import { ownCategory } from '../contract/own-category.ts';
import { created, ownPet, refused } from './creations.fixture.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { filtered, got, judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';
import { refusedWriteJudge } from './refused-writes.ts';

const STORE = pets(9);
const FULL = pets(100);
const SOLD = FULL.filter(({ status }) => status === 'sold');
const NAME = 'petvettest09';
const STORED = ownPet(9);
const list = page('?limit=100', STORE);
const shows = page('?limit=100', [...STORE, STORED]);
const badStatus = { name: NAME, categoryId: 1n, status: 'adopted' };
const valid = { name: NAME, categoryId: 1n, status: 'sold' };
const withoutKey: ExchangeParts = { credential: 'none' };

describe.each([
  ['CREATE-8', refused(400, badStatus)],
  ['CREATE-8', refused(400, [valid])],
  ['CREATE-8', { ...refused(400, ''), sends: undefined, sendsText: `{"name":"${NAME}","categoryId":1` }],
  ['AUTH-4', refused(401, valid, withoutKey)],
  ['AUTH-4', refused(401, valid, { credential: 'wrong' })],
  ['AUTH-4', refused(401, badStatus, withoutKey)],
] as const)('%s, on a refused creation', (rule, refusal) => {
  it('holds where a page of the whole store lacks the pet afterwards', () => {
    expect(judged(refusedWriteJudge, [list, refusal, list])).toMatchObject([
      { rule, verdict: 'pass', shownBy: [2, 3] },
    ]);
  });

  it.each([
    ['a list', shows],
    ['a list with an odd query', page('?limit=100&x=1', [STORED])],
    ['getPet', got(STORED.id, STORED)],
  ])('is violated when %s shows it', (_where, sight) => {
    const [finding] = judged(refusedWriteJudge, [list, refusal, sight, list]);
    expect(finding).toMatchObject({
      rule,
      verdict: 'fail',
      shownBy: [2, 3],
      expected: `no pet with the name "${NAME}"`,
    });
  });

  it('stays open where nothing could have shown it', () => {
    const full = page('?limit=100', FULL);
    expect(judged(refusedWriteJudge, [full, refusal, full])).toMatchObject([
      { rule, verdict: 'inconclusive', shownBy: [2] },
    ]);
  });

  it('asks for the page again that could show it', () => {
    expect(judged(refusedWriteJudge, [list, refusal])).toMatchObject([
      { rule, verdict: 'inconclusive', shownBy: [1, 2] },
    ]);
  });
});

describe('what tells that a refused creation left nothing', () => {
  const A = ownPet(1);
  const full = page('?limit=100', FULL);
  const refusal = refused(401, valid, withoutKey);
  const telling: Record<string, Step[]> = {
    'the whole set of its status': [
      page('?limit=100', FULL),
      page('?status=sold&limit=3', SOLD.slice(0, 3)),
      refusal,
      filtered('sold', FULL),
    ],
    'the whole store, where full pages point to a following one': [
      page('?limit=3', FULL.slice(0, 3), { headers: [['Link', '</v1/pets?after=3>; rel="next"']] }),
      refusal,
      page('?limit=100', STORE),
    ],
    'neighbouring ids before and after': [full, created(A), refusal, created(ownPet(2, { id: A.id + 1n }))],
    'unknown ids between': [created(A), refusal, created(ownPet(2, { id: A.id + 2n })), got(A.id, A), got(A.id + 1n)],
    'a page by id that shows those before and after': [
      created(A),
      refusal,
      created(ownPet(2)),
      page('?limit=100', [...FULL.slice(0, 98), A, ownPet(2)]),
    ],
  };
  it.each(Object.entries(telling))('%s', (_what, steps) => {
    expect(judged(refusedWriteJudge, steps)).toMatchObject([{ rule: 'AUTH-4', verdict: 'pass' }]);
  });

  const silent: Record<string, Step[]> = {
    'ids far apart': [created(A), refusal, created(ownPet(2))],
    'unknown ids where getPet knows none': [created(A), refusal, created(ownPet(2, { id: A.id + 2n })), got(A.id + 1n)],
    'a page in another order': [
      created(A),
      refusal,
      created(ownPet(2)),
      page('?limit=100', [A, ownPet(2), ...FULL.slice(0, 98)]),
    ],
    'a page that points to a following one': [
      refusal,
      page('?limit=100', STORE, { headers: [['Link', '</v1/pets?after=7>; rel="next"']] }),
    ],
    'a page that points to none, where only filtered ones do': [
      page('?status=sold&limit=3', SOLD.slice(0, 3), { headers: [['Link', '</v1/pets?after=3>; rel="next"']] }),
      refusal,
      page('?limit=100', STORE),
    ],
    'a page that points to none, where one with room does': [
      page('?limit=50', STORE, { headers: [['Link', '</v1/pets?after=7>; rel="next"']] }),
      refusal,
      page('?limit=100', STORE),
    ],
  };
  it.each(Object.entries(silent))('not %s', (_what, steps) => {
    expect(judged(refusedWriteJudge, steps)).toMatchObject([{ rule: 'AUTH-4', verdict: 'inconclusive' }]);
  });
});

const said = (steps: readonly Step[]) =>
  judged(refusedWriteJudge, steps).map(({ rule, verdict }) => `${rule} ${verdict}`);

describe('a pet without a name', () => {
  const OWN_CATEGORY = ownCategory(77);
  const left = (parts: Partial<PetJson> = {}): PetJson => ({
    ...ownPet(5),
    name: '',
    categoryId: OWN_CATEGORY,
    ...parts,
  });
  const nameless = (parts: Readonly<Record<string, unknown>> = {}) =>
    refused(400, { categoryId: OWN_CATEGORY, status: 'sold', ...parts });
  const showsIt = (pet = left()) => page('?limit=100', [...STORE, pet]);

  const conforming: Record<string, Step[]> = {
    'that nobody could have shown': [page('?limit=100', FULL), nameless(), page('?limit=100', FULL)],
    'that was there before': [showsIt(), nameless(), showsIt()],
    'of another category': [list, nameless(), showsIt(left({ categoryId: 1n }))],
    'that a creation made': [list, nameless(), created(left()), showsIt()],
    'that was shown first by a page beyond which there are others': [
      page('?limit=100', FULL),
      nameless({ categoryId: 1n }),
      page('?limit=100', [...FULL.slice(0, 99), left({ categoryId: 1n })]),
    ],
    'of a category that petvet did not make up, first shown afterwards': [
      nameless({ categoryId: 5n }),
      showsIt(left({ categoryId: 5n })),
    ],
    'that has a name, of the category that others have': [
      list,
      nameless({ categoryId: 1n }),
      showsIt(left({ categoryId: 1n, name: 'Rex' })),
    ],
    'after a refusal with 422': [list, refused(422, { categoryId: OWN_CATEGORY }), showsIt()],
  };
  it.each(Object.entries(conforming))('%s is no violation', (_which, steps) => {
    expect(said(steps)).toEqual([]);
  });

  it('that no page of the whole store has was not stored', () => {
    expect(judged(refusedWriteJudge, [list, nameless(), list])).toMatchObject([
      { rule: 'CREATE-8', verdict: 'pass', shownBy: [2, 3] },
    ]);
  });

  it.each([
    ['of the category that others have', [list, nameless({ categoryId: 1n }), showsIt(left({ categoryId: 1n }))]],
    ['of a category that another request had', [list, nameless(), nameless(), showsIt()]],
    [
      'of a category that others have, with an id between those of creations',
      [
        created(ownPet(1)),
        nameless({ categoryId: 1n }),
        created(ownPet(9)),
        page('?limit=100', [...FULL.slice(0, 99), left({ categoryId: 1n })]),
      ],
    ],
  ] satisfies [string, Step[]][])('%s may be of another client', (_which, steps) => {
    expect(said(steps)).toEqual(['CREATE-8 inconclusive']);
  });

  it.each([
    ['empty', { name: '' }, {}],
    ['null', { name: null }, { name: null }],
    ['the word for nothing', { name: 'undefined' }, {}],
    ['a default', { name: 'unnamed' }, {}],
    ['empty, and its status another one', { name: '', status: 'pending' }, {}],
  ])(
    'of a category that only the refused request had violates CREATE-8, where the name is %s',
    (_what, parts, sent) => {
      const steps: Step[] = [list, nameless(sent), { ...list, json: [...STORE, { ...left(), ...parts }] }];
      expect(judged(refusedWriteJudge, steps)).toMatchObject([
        {
          rule: 'CREATE-8',
          verdict: 'fail',
          shownBy: [2, 3],
          says: 'a creation without a valid name that returned 400 was carried out all the same: a pet of the category that only it had is shown afterwards',
          expected: `no pet of category ${OWN_CATEGORY}`,
          actual: `GET /pets?limit=100 showed it, with id ${ownPet(5).id}`,
          fault: 'stored all the same',
          place: 'name',
        },
      ]);
    },
  );
});

describe('a refused creation', () => {
  const nothing: Record<string, Step[]> = {
    'under a name that anybody may use': [
      refused(400, { name: 'Rex' }),
      page('?limit=100', [{ ...STORED, name: 'Rex' }]),
    ],
    'under a name that was created as well': [refused(400, badStatus), created(STORED), shows],
    'that was over the limit, and is in no list': [refused(429, valid), page('?limit=100', [])],
    'that timed out': [refused(408, valid), shows],
    'without a name': [refused(400, {}), list],
    'whose pet was there before': [shows, refused(400, badStatus)],
  };
  it('that was over the limit and was carried out is in doubt: the specification does not say what a 429 means for the pet', () => {
    expect(judged(refusedWriteJudge, [refused(429, valid), shows])).toMatchObject([
      { rule: 'CREATE-8', verdict: 'inconclusive', says: expect.stringContaining('returned 429 was carried out') },
    ]);
  });

  it.each(Object.entries(nothing))('%s says nothing', (_which, steps) => {
    expect(judged(refusedWriteJudge, steps)).toEqual([]);
  });

  it.each([403, 406, 422])('with %i says nothing of the pet, so that one that is shown is a doubt', (status) => {
    expect(judged(refusedWriteJudge, [list, refused(status, valid), shows])).toMatchObject([
      {
        rule: 'CREATE-8',
        verdict: 'inconclusive',
        shownBy: [2, 3],
        says: `a creation that returned ${status} was carried out all the same: its pet is shown afterwards; the specification does not say what a ${status} means for the pet`,
      },
    ]);
  });

  it('with 400 violates CREATE-8 whatever else another refusal leaves open', () => {
    const other = ownPet(8);
    const both = page('?limit=100', [...STORE, other, STORED]);
    const steps = [list, refused(403, { ...valid, name: other.name }), refused(400, badStatus), both];
    expect(judged(refusedWriteJudge, steps)).toMatchObject([{ rule: 'CREATE-8', verdict: 'fail', shownBy: [3, 4] }]);
  });

  it('with 422 that left nothing is told from one that did', () => {
    expect(judged(refusedWriteJudge, [list, refused(422, { name: NAME }), list])).toMatchObject([
      { rule: 'CREATE-8', verdict: 'pass', shownBy: [2, 3] },
    ]);
  });

  it('of both kinds under one name leaves open which was stored', () => {
    const steps = [refused(400, badStatus), refused(401, valid, withoutKey), shows];
    expect(judged(refusedWriteJudge, steps)).toMatchObject([
      { rule: 'CREATE-8', verdict: 'inconclusive' },
      { rule: 'AUTH-4', verdict: 'inconclusive' },
    ]);
  });
});
