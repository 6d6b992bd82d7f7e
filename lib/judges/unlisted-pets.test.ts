import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';
import { UNLISTED_AT_A_CAP } from './unlisted-pets.ts';

const UNSOLD = pets(90).filter(({ status }) => status !== 'sold');
const SOLD = pets(9).filter(({ status }) => status === 'sold');
const A = ownPet(1, { status: 'sold' });
const B = ownPet(2, { status: 'pending' });

const all = (...shown: readonly PetJson[]): Step => page('?limit=100', shown);
const sold = (...shown: readonly PetJson[]): Step => page('?status=sold&limit=100', shown);

/** What is said of a created pet that only a filter shows. */
function said(...steps: readonly Step[]) {
  return judged(readBackJudge, [created(A), 'wait', ...steps]);
}

describe('a created pet that a filter shows, and a page of 60 does not', () => {
  const doubtful = [all(...UNSOLD), sold(...SOLD, A)];

  it('is in doubt: the page may be cut just there', () => {
    expect(said(...doubtful)).toMatchObject([
      { verdict: 'inconclusive', fault: UNLISTED_AT_A_CAP, shownBy: [1, 2, 3] },
    ]);
  });

  it('is in doubt, too, where the page has pets of one status alone', () => {
    const available = pets(180).filter(({ status }) => status === 'available');
    const pending = page('?status=pending&limit=100', [B]);
    const steps = [all(...available), pending, sold(...SOLD, A)];
    expect(said(created(B), 'wait', ...steps)).toMatchObject([
      { verdict: 'inconclusive', fault: UNLISTED_AT_A_CAP },
      { verdict: 'inconclusive', fault: UNLISTED_AT_A_CAP },
    ]);
  });

  it('is in no list once the page grows', () => {
    const longer = [all(...UNSOLD, B), sold(...SOLD, A)];
    const steps = [...doubtful, created(B), 'wait' as const, ...longer, 'wait' as const, ...longer];
    expect(said(...steps)).toMatchObject([{ verdict: 'fail', actual: `no pet with id ${A.id}` }]);
  });

  it('is in no doubt where the page lacks another one, too, as a page that is cut does', () => {
    const pending = page('?status=pending&limit=100', [B]);
    expect(said(created(B), pending, 'wait', ...doubtful)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is in no doubt where the page has others of its status, or lacks those of other clients', () => {
    const [other, ...others] = SOLD;
    const rest = UNSOLD.slice(1);
    expect(said(all(...(other ? [other] : []), ...rest), sold(...SOLD, A))).toMatchObject([{ verdict: 'pass' }]);
    const pending = page('?status=pending&limit=100', pets([200], 'pending'));
    expect(said(pending, all(...UNSOLD), sold(...others, A))).toMatchObject([{ verdict: 'pass' }]);
  });
});

describe('created pets that filters show, and a list of all pets of a usual cap does not', () => {
  const all60 = pets(60);
  const filtered = (status: string, ...more: readonly PetJson[]) =>
    page(`?status=${status}&limit=100`, [...all60.filter((pet) => pet.status === status), ...more]);
  const lists = [page('?limit=100', all60), ...['available', 'pending', 'sold'].map((status) => filtered(status))];
  // A page that is full of one status shows that filters come before paging.
  const full = page('?status=sold&limit=2', all60.filter(({ status }) => status === 'sold').slice(0, 2));
  const mine = [1, 2, 3].map((id) => ownPet(id, { status: 'sold' }));

  it('are in doubt where that list was the whole store before', () => {
    const steps = [
      full,
      ...lists,
      ...mine.map((pet) => created(pet)),
      page('?limit=100', all60),
      filtered('sold', ...mine),
    ];
    expect(judged(readBackJudge, steps)).toMatchObject([
      { verdict: 'inconclusive', says: expect.stringContaining('may hold no more than 60') },
    ]);
  });

  it('are in no doubt once it shows one of them', () => {
    const steps = [full, ...lists, ...mine.map((pet) => created(pet)), page('?limit=100', [...all60, ...mine])];
    expect(judged(readBackJudge, [...steps, filtered('sold', ...mine)])).toMatchObject([{ verdict: 'pass' }]);
  });
});
