import { describe, expect, it } from 'vitest';
import { created } from './creations.fixture.ts';
import { filterJudge, MISSING_OF_PART, NO_PAGE } from './filters.ts';
import { filtered, got, judged, page, petId, pets, type PetJson, type Step } from './pages.fixture.ts';

const STORE = pets(11);
const whole = page('?limit=100', STORE);

/** The three filtered pages of a store. */
function allOf(store: readonly PetJson[]): Step[] {
  return [filtered('available', store), filtered('pending', store), filtered('sold', store)];
}

function without(id: number, store = STORE): PetJson[] {
  return store.filter((pet) => pet.id !== petId(id));
}

/** That many pets, all of them sold. */
function sold(count: number): PetJson[] {
  return pets(
    Array.from({ length: count }, (_none, index) => index + 1),
    'sold',
  );
}

/** A look at a filter that hides a pet, and a sight of that pet. */
const look = [filtered('sold', without(11)), whole];

describe('LIST-7 and GET-6', () => {
  it('hold when known pets are found under their status', () => {
    expect(judged(filterJudge, [whole, ...allOf(STORE)])).toMatchObject([
      { rule: 'LIST-7', verdict: 'pass', shownBy: [1, 2, 3, 4] },
      { rule: 'GET-6', verdict: 'pass' },
    ]);
  });

  it('are open under a filter of which no page was received', () => {
    expect(judged(filterJudge, [whole, filtered('sold', STORE), filtered('pending', STORE)])).toMatchObject([
      { rule: 'LIST-7', verdict: 'inconclusive', fault: NO_PAGE, says: 'no page of status=available was received' },
      { rule: 'GET-6', verdict: 'inconclusive' },
    ]);
  });

  it('blame a hidden pet once', () => {
    const findings = judged(filterJudge, [whole, ...look, 'wait', ...look]);
    expect(findings).toMatchObject([
      {
        rule: 'LIST-7',
        verdict: 'fail',
        shownBy: [1, 2, 3, 4, 5],
        expected: `id ${petId(11)} in GET /pets?status=sold&limit=100`,
      },
      { rule: 'GET-6', verdict: 'inconclusive', see: 'LIST-7' },
    ]);
  });

  it('see an empty filter among more pets than a page holds', () => {
    const store = pets(120);
    const first = page('?limit=100', store.slice(0, 100));
    const filterFirst = filtered('pending', store, '&limit=3');
    const steps = [
      first,
      { ...filterFirst, json: pets([1, 4, 7], 'pending') },
      page('?status=sold&limit=100', []),
      first,
    ];
    const findings = judged(filterJudge, [...steps, 'wait', ...steps]);
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'LIST-7', verdict: 'fail' }));
  });

  it('blame a hidden pet by what was seen when the store was at rest, though another one was hidden before', () => {
    const newest = [whole, filtered('sold', without(11)), whole];
    const before = [whole, filtered('sold', without(8)), whole];
    const findings = judged(filterJudge, [...before, 'wait', ...before, 'wait', ...newest, 'wait', ...newest]);
    expect(findings[0]).toMatchObject({ rule: 'LIST-7', verdict: 'fail' });
  });

  const open: Record<string, Step[]> = {
    'seen once': [whole, ...look],
    'seen within a lag': [whole, ...look, ...look],
    'a page points to a next one': [
      { ...whole, headers: [['Link', '</v1/pets?after=3>; rel=next']] },
      ...look,
      'wait',
      ...look,
    ],
    'there is a cursor': [{ ...whole, headers: [['X-Next-Cursor', 'abc']] }, ...look, 'wait', ...look],
    'pages are not filled': [page('?limit=5', pets(4)), whole, ...look, 'wait', ...look],
    'others edit meanwhile': [whole, ...look, 'wait', ...look, page('?limit=100', pets(11, 'sold'))],
    'edited meanwhile, as getPet showed': [got(petId(11), pets([11], 'pending')[0]), whole, ...look, 'wait', ...look],
    'others come and go meanwhile': [whole, ...look, 'wait', ...look, page('?limit=100', pets(12))],
    'a new pet is not yet seen everywhere': [page('?limit=100', without(11)), whole, ...look, 'wait', ...look],
  };
  it.each(Object.entries(open))('stay open when a hidden pet is %s', (_when, steps) => {
    const findings = judged(filterJudge, steps);
    expect(findings[0]).toMatchObject({ rule: 'LIST-7', verdict: 'inconclusive' });
    expect(findings.map(({ verdict }) => verdict)).not.toContain('fail');
  });

  const settled: Record<string, Step[]> = {
    'turns up later': [whole, filtered('sold', without(11)), whole, ...allOf(STORE)],
    'was deleted': [whole, ...allOf(without(11)), page('?limit=100', without(11))],
    'got another status': [
      whole,
      ...allOf(without(11)),
      page('?limit=100', [...without(11), ...pets([11], 'pending')]),
    ],
    'is beyond a full page': [whole, ...allOf(STORE), page('?status=sold&limit=2', pets([2, 5])), whole],
  };
  it.each(Object.entries(settled))('hold when a pet that was missed %s', (_how, steps) => {
    expect(judged(filterJudge, steps)).toMatchObject([{ verdict: 'pass' }, { verdict: 'pass' }]);
  });

  it('leave it to LIST-6 when the filter lets others through', () => {
    const wrong = [page('?status=sold&limit=100', pets([1, 4])), whole];
    expect(judged(filterJudge, [whole, ...wrong, 'wait', ...wrong])[0]).toMatchObject({
      rule: 'LIST-7',
      verdict: 'inconclusive',
      see: 'LIST-6',
    });
  });

  it('leave a missing pet open on a page of a round size, whatever smaller pages showed before it was there', () => {
    const others = pets([101, 102, 103, 104], 'available');
    const before = [page('?limit=100', [...sold(29), ...others]), page('?status=sold&limit=100', sold(29))];
    const after = [page('?limit=100', [...sold(31), ...others]), page('?status=sold&limit=100', sold(30))];
    expect(judged(filterJudge, [...before, ...after])[0]).toMatchObject({ verdict: 'inconclusive', shownBy: [3, 4] });
  });

  it('cannot tell a whole set from a page of a round size', () => {
    const store = pets(60, 'sold').concat(pets([61, 62], 'pending'));
    const all = page('?limit=100', store);
    const capped = [page('?status=sold&limit=100', store.slice(0, 30)), all];
    expect(judged(filterJudge, [all, ...capped, 'wait', ...capped])[0]).toMatchObject({ verdict: 'inconclusive' });
  });

  it('are a doubt that another look settles, where a new pet may only come late to a page that has room', () => {
    const [pet] = pets([200], 'sold');
    if (pet === undefined) throw new Error('there is one');
    const part = { ...page('?limit=2', pets(2)), headers: [['Link', '</v1/pets?after=2>; rel="next"']] } as const;
    const faultOf = (...steps: Step[]) =>
      judged(filterJudge, [part, created(pet), ...steps, filtered('sold', STORE)])[0];
    expect(faultOf()).toMatchObject({ verdict: 'inconclusive', shownBy: [2, 3], fault: 'missing under its filter' });
    expect(faultOf('wait')).toMatchObject({ verdict: 'inconclusive', fault: MISSING_OF_PART });
    const found = judged(filterJudge, [part, created(pet), filtered('sold', STORE), 'wait', ...allOf([...STORE, pet])]);
    expect(found[0]).toMatchObject({ rule: 'LIST-7', verdict: 'pass' });
  });

  it('blame GET-6 where it takes getPet to show a created pet', () => {
    const store = pets(150);
    const first = page('?limit=100', store.slice(0, 100));
    const [made200] = pets([200], 'sold');
    const made = {
      method: 'POST',
      target: '/pets',
      sends: { name: 'pet 200', categoryId: 1n, status: 'sold' },
      status: 201,
      json: made200,
    };
    const filterFirst = page('?status=sold&limit=3', pets([2, 5, 8]));
    const byGet = [got(petId(200), made200), filtered('sold', store.slice(0, 99)), got(petId(200), made200)];
    const findings = judged(filterJudge, [made, first, filterFirst, ...byGet, 'wait', ...byGet]);
    expect(findings).toMatchObject([
      { rule: 'LIST-7', verdict: 'inconclusive' },
      { rule: 'GET-6', verdict: 'fail' },
    ]);
  });

  it('say nothing of an empty store, of pets without a status, or without a filtered page', () => {
    const nameless = STORE.map(({ id, name, categoryId }) => ({ id, name, categoryId }));
    expect(judged(filterJudge, [page('?limit=100', []), ...allOf([])])).toEqual([]);
    expect(judged(filterJudge, [page('?limit=100', nameless), ...allOf([])])).toEqual([]);
    expect(judged(filterJudge, [whole])).toEqual([]);
  });
});
