import { describe, expect, it } from 'vitest';
import type { PetStatus } from '../contract/pets.ts';
import { got, judged, page, petId, pets, type PetJson, type Step } from './pages.fixture.ts';
import { strangersJudge } from './strangers.ts';

const STORE = pets(9);
/** The first pet with another status. */
const as = (status: PetStatus): readonly PetJson[] =>
  STORE.map((pet) => (pet.id === petId(1) ? { ...pet, status } : pet));
const of = (status: PetStatus, store: readonly PetJson[]) => store.filter((pet) => pet.status === status);
const all = (status: PetStatus) => page('?limit=100', as(status));
/** The page of sold pets, with the first pet on it as it is. */
const sold = (shown: PetStatus, query = '?status=sold&limit=100') =>
  page(query, [...of('sold', STORE), ...as(shown).slice(0, 1)]);
/** The whole store, and that many more pets. */
const more = (count: number) =>
  page('?limit=100', [...as('pending'), ...pets([...Array(count).keys()].map((id) => id + 50))]);
const clean = page('?status=sold&limit=100', of('sold', STORE));
const said = (steps: readonly Step[]) => judged(strangersJudge, steps).map(({ rule, verdict }) => `${rule} ${verdict}`);

describe('a pet of another status on a filtered page', () => {
  const edited: Record<string, Step[]> = {
    'that was given the status then': [sold('pending'), all('sold')],
    'that is not there when the page is asked for again': [all('sold'), sold('pending'), all('pending'), clean],
    'that is not there when a lag is over': [
      all('sold'),
      sold('pending'),
      all('pending'),
      'wait',
      clean,
      all('pending'),
    ],
  };
  it.each(Object.entries(edited))('was edited, where it is one %s', (_which, steps) => {
    expect(said(steps)).toEqual([]);
  });

  it('is no question where every pet has the status', () => {
    expect(said([all('pending'), clean, 'wait', clean])).toEqual([]);
  });

  const open: Record<string, Step[]> = {
    'was shown once': [sold('pending')],
    'was sold a moment before, and is not afterwards': [all('sold'), sold('pending'), all('pending')],
    'was pending a moment before and after, which a late index explains': [
      all('pending'),
      sold('pending'),
      all('pending'),
    ],
    'is there again within a lag': [sold('pending'), sold('pending'), sold('pending')],
    'is there again as another one': [sold('pending'), 'wait', sold('available')],
    'is there again, but was sold between': [sold('pending'), all('sold'), 'wait', sold('pending')],
    'is there again, but was not between': [sold('pending'), clean, 'wait', sold('pending')],
    'was sold and then edited, though it had been pending long before': [
      all('pending'),
      'wait',
      all('sold'),
      sold('pending'),
      all('pending'),
    ],
  };
  it.each(Object.entries(open))('is a doubt where it %s', (_how, steps) => {
    expect(said(steps)).toEqual(['LIST-6 inconclusive']);
  });

  const few = () => sold('pending', '?status=sold&limit=10');

  it('is a doubt where only another limit has a page without it', () => {
    expect(said([all('pending'), few(), clean])).toEqual(['LIST-6 inconclusive']);
  });

  it('violates LIST-6 where it is there each time with one limit, and with no other one', () => {
    const steps: Step[] = [all('pending'), few(), clean, all('pending'), 'wait', few(), all('pending')];
    expect(said(steps)).toContain('LIST-6 fail');
  });

  it('is a doubt where other clients may have written meanwhile', () => {
    const steps: Step[] = [more(0), sold('pending'), more(1), 'wait', sold('pending'), more(2)];
    expect(judged(strangersJudge, steps)).toMatchObject([
      { verdict: 'inconclusive', says: expect.stringContaining('but other clients may have written meanwhile') },
    ]);
  });

  it('names a page that shows the pet and the one that holds it, to be asked for again', () => {
    expect(judged(strangersJudge, [all('pending'), sold('pending')])).toMatchObject([
      {
        shownBy: [1, 2],
        says: `GET /pets?status=sold&limit=100 returned a pet with status "pending" (id ${petId(1)}), which another client may have edited, or the filter may lag`,
        fault: 'another status',
        place: 'sold',
      },
    ]);
  });

  const violating: Record<string, Step[]> = {
    'is there again after a lag': [sold('pending'), 'wait', sold('pending')],
    'is there again after a lag, and pending elsewhere': [
      all('pending'),
      sold('pending'),
      all('pending'),
      'wait',
      sold('pending'),
      got(petId(1), as('pending')[0]),
    ],
    'was pending long before and afterwards': [all('pending'), 'wait', sold('pending'), all('pending')],
    'is on another page of the filter after a lag': [sold('pending', '?status=sold'), 'wait', sold('pending')],
  };
  it.each(Object.entries(violating))('violates LIST-6 where it %s, and LIST-9 points there', (_how, steps) => {
    const findings = judged(strangersJudge, steps);
    expect(findings[0]).toMatchObject({
      rule: 'LIST-6',
      verdict: 'fail',
      says: `GET /pets?status=sold&limit=100 returned a pet with status "pending" (id ${petId(1)})`,
      expected: 'only pets with status "sold"',
      actual: `a pet with status "pending" (id ${petId(1)})`,
      fault: 'another status',
      place: 'sold',
      operation: 'listPets',
    });
    expect(findings.slice(1)).toMatchObject([{ rule: 'LIST-9', see: 'LIST-6' }]);
  });
});
