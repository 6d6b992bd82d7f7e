import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { knownPetJudge } from './known-pets.ts';
import { got, judged, page, petId, pets, type Step } from './pages.fixture.ts';

const STORE = pets(9);
const [FIRST, SECOND] = STORE;
const list = page('?limit=100', STORE);
const found = got(petId(1), FIRST);
const missing = got(petId(1));
const edited = got(petId(1), FIRST && { ...FIRST, status: 'sold' });

const verdicts = (steps: readonly Step[]) => judged(knownPetJudge, steps).map(({ verdict }) => verdict);

describe('GET-1', () => {
  it('holds when a listed pet is got as it was listed', () => {
    expect(judged(knownPetJudge, [list, found])).toMatchObject([{ rule: 'GET-1', verdict: 'pass', shownBy: [1, 2] }]);
  });

  const bare = STORE.map(({ id, name, categoryId }) => ({ id, name, categoryId }));

  it('holds where lists leave out the status that getPet shows, as section 2 does not require it', () => {
    expect(verdicts([page('?limit=100', bare), found])).toEqual(['pass']);
    expect(verdicts([list, page('?limit=100&status=sold', bare), edited])).toEqual(['inconclusive']);
    const odd = STORE.map((pet) => ({ ...pet, status: 'gone' }));
    expect(verdicts([{ target: '/pets?limit=100', json: odd }, found])).toEqual(['inconclusive']);
  });

  it('is open where getPet leaves out the status that lists show, and says why', () => {
    expect(
      judged(knownPetJudge, [list, got(petId(1), bare[0]), list, 'wait', got(petId(1), bare[0]), list]),
    ).toMatchObject([
      { verdict: 'inconclusive', says: expect.stringContaining('section 2 does not require one'), place: 'status' },
    ]);
  });

  it('is violated at once by another pet, told apart beyond 2^53', () => {
    const findings = judged(knownPetJudge, [list, got(petId(1), SECOND)]);
    expect(findings).toMatchObject([
      { verdict: 'fail', shownBy: [2], expected: `the Pet with id ${petId(1)}`, actual: `200 with id ${petId(2)}` },
    ]);
  });

  it.each([
    ['it is not found', missing, '404, twice'],
    ['its status differs', edited, 'status "sold"'],
    ['its name differs', got(petId(1), FIRST && { ...FIRST, name: 'x' }), 'name "x"'],
    ['its category differs', got(petId(1), FIRST && { ...FIRST, categoryId: 2n }), 'categoryId 2'],
  ])('is violated when %s, between lists that agree', (_how, answer, actual) => {
    const findings = judged(knownPetJudge, [list, answer, list, 'wait', answer, list]);
    expect(findings).toMatchObject([{ verdict: 'fail', shownBy: [1, 2, 3, 4, 5], actual }]);
  });

  it('is violated though pets of the run that this one repeats come and go', () => {
    const steps: Step[] = [list, missing, list, 'wait', missing, list, page('?limit=100', pets(10))];
    const createdBefore = pets(10)
      .slice(9)
      .map(({ id }) => `${id}`);
    expect(judged(knownPetJudge, steps, { knowledge: { createdBefore } })).toMatchObject([{ verdict: 'fail' }]);
  });

  it('is not violated where the id is given again: each of its pets may have been deleted', () => {
    const id = petId(12);
    const [one, two, three] = [ownPet(1, { id }), ownPet(2, { id }), ownPet(3, { id })];
    const missed = (second: typeof one, third: typeof one): Step[] => [
      created(one),
      got(id),
      created(second),
      'wait',
      got(id),
      created(third),
    ];
    expect(verdicts(missed(one, one))).toContain('fail');
    expect(verdicts(missed(two, three))).not.toContain('fail');
    expect(verdicts(missed({ ...one, categoryId: 2n }, one))).not.toContain('fail');
    const byTurns = (second: typeof one): Step[] => [
      created(one),
      'wait',
      got(id),
      got(id, second),
      got(id),
      'wait',
      created(one),
    ];
    expect(verdicts(byTurns(one))).toContain('fail');
    expect(verdicts(byTurns(two))).not.toContain('fail');
  });

  const BY_TURNS: Record<string, Step[]> = {
    'lists show': [list, 'wait', missing, list, missing, 'wait', list],
    'getPet finds at times': [list, 'wait', missing, found, missing, 'wait', found],
    'getPet finds, and others write': [
      list,
      'wait',
      missing,
      found,
      page('?limit=100', pets(10)),
      missing,
      'wait',
      found,
    ],
    'pages of one size lack': [list, 'wait', missing, page('?limit=100', pets(8)), found, missing, 'wait', list],
  };
  it.each(Object.entries(BY_TURNS))('is violated where it is not found by turns, and %s it', (_what, steps) => {
    expect(judged(knownPetJudge, steps)).toMatchObject([{ verdict: 'fail', actual: '404, twice' }]);
  });

  it.each([
    ['once', [list, 'wait', missing, found]],
    [
      'soon after it was shown first, and when it was deleted',
      [list, missing, list, found, 'wait', missing, found, missing],
    ],
  ] satisfies [string, Step[]][])('stays open where it was not found %s, and is shown again', (_when, steps) => {
    expect(judged(knownPetJudge, steps)).toMatchObject([{ verdict: 'inconclusive', fault: 'not found by turns' }]);
  });

  const open: Record<string, Step[]> = {
    'it was missing once': [list, missing],
    'it was missing within a lag': [list, missing, list, missing, list],
    'no list was seen afterwards': [list, missing, 'wait', missing],
    'others write meanwhile': [list, missing, list, 'wait', missing, list, page('?limit=100', pets(10))],
    'its status changes': [list, edited, list, 'wait', edited, page('?limit=100', pets(9, 'available'))],
    'it has a status here and none there': [list, got(petId(1), { id: petId(1), name: 'pet 1', categoryId: 1n })],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(knownPetJudge, steps)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  const settled: Record<string, Step[]> = {
    'was found later': [list, missing, 'wait', found],
    'was edited, as a list shows': [list, edited, page('?limit=100', pets(9, 'sold'))],
  };
  it.each(Object.entries(settled))('holds for a pet that %s', (_how, steps) => {
    expect(judged(knownPetJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('has nothing to say of a deleted pet, of unknown ids, or after the removal', () => {
    expect(judged(knownPetJudge, [list, missing, page('?limit=100', STORE.slice(1))])).toEqual([]);
    expect(judged(knownPetJudge, [list, got(77n), got(78n, SECOND)])).toEqual([]);
    expect(judged(knownPetJudge, [list, found], { knowledge: { asOf: '2031-01-01' } })).toEqual([]);
  });

  it('has nothing to say of a 404 where getPet is gone by the Date of the service', () => {
    const later = { ...missing, headers: [['Date', 'Thu, 02 Jan 2031 00:00:01 GMT']] as const };
    expect(judged(knownPetJudge, [list, later, list, 'wait', later, list])).toEqual([]);
  });

  it('does not compare what different callers saw', () => {
    const other = { ...missing, credential: 'second' as const };
    expect(judged(knownPetJudge, [list, other, list, 'wait', other, list])).toEqual([]);
  });
});
