import { describe, expect, it } from 'vitest';
import { got, judged, page, petId, pets, type PetJson, type Step } from './pages.fixture.ts';
import { severalFiltersJudge } from './several-filters.ts';

const [PET, ...OTHERS] = pets(4).map(({ id, name, categoryId }) => ({ id, name, categoryId }));

const under = (status: string, ...shown: readonly (PetJson | undefined)[]) =>
  page(
    `?status=${status}&limit=100`,
    shown.filter((pet) => pet !== undefined),
  );
const both = [under('available', PET), under('sold', PET)];

const said = (...steps: readonly Step[]) => judged(severalFiltersJudge, steps);

describe('a pet of which no response shows a status', () => {
  it('violates LIST-6 where it is under two filters in turns', () => {
    expect(said(...both, 'wait', ...both)).toMatchObject([
      {
        rule: 'LIST-6',
        verdict: 'fail',
        shownBy: [1, 2, 3, 4],
        expected: 'a pet on the pages of one status at most',
        actual: `id ${petId(1)} on those of available, then of sold, and of both again`,
        place: 'available and sold',
      },
      { rule: 'LIST-9', see: 'LIST-6' },
    ]);
  });

  it('is a doubt where it is under two filters once: another client may have edited it', () => {
    expect(said(...both)).toMatchObject([{ rule: 'LIST-6', verdict: 'inconclusive', shownBy: [1, 2] }]);
    expect(said(...both, ...both)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('is a doubt where a page with room lacks it meanwhile', () => {
    expect(said(...both, under('available', ...OTHERS), 'wait', ...both)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('is no matter where it is under one filter, or has a status elsewhere', () => {
    expect(said(under('sold', PET), 'wait', under('sold', PET), under('available', ...OTHERS))).toEqual([]);
    const shown = PET === undefined ? [] : [got(PET.id, { ...PET, status: 'sold' })];
    expect(said(...both, 'wait', ...both, ...shown)).toEqual([]);
  });
});
