import { describe, expect, it } from 'vitest';
import type { PetStatus } from '../contract/pets.ts';
import { hiddenStatusJudge } from './hidden-statuses.ts';
import { pageLimitsJudge } from './page-limits.ts';
import { filtered, got, judged, page, petId, pets, type PetJson, type Step } from './pages.fixture.ts';
import { strangersJudge } from './strangers.ts';

const STORE = pets(12);
const all = page('?limit=100', STORE);
const bare = (some: readonly PetJson[]) => some.map(({ id, name, categoryId }) => ({ id, name, categoryId }));
const of = (status: PetStatus) => STORE.filter((pet) => pet.status === status);
const hiding = (some: readonly PetJson[], query = '?status=sold&limit=100') => page(query, bare(some));

/** What is said of LIST-6 and LIST-9 by the judges that look at filters. */
function said(steps: readonly Step[]): string[] {
  const findings = [strangersJudge, hiddenStatusJudge, pageLimitsJudge].flatMap((judge) => judged(judge, steps));
  const verdicts = findings.filter(({ rule, see }) => rule !== 'LIST-2' && see === undefined);
  return [...new Set(verdicts.map(({ rule, verdict }) => `${rule} ${verdict}`))].toSorted();
}

describe('a filtered page that leaves the status of pets out', () => {
  it('holds those that have it, where other responses show that they do', () => {
    expect(said([all, hiding(of('sold'))])).toContain('LIST-6 pass');
    expect(said([all, hiding(of('sold').slice(0, 2), '?status=sold&limit=2')])).toEqual(['LIST-6 pass', 'LIST-9 pass']);
    const [one] = of('sold');
    expect(said([hiding(of('sold').slice(0, 1)), filtered('pending', STORE), got(one?.id ?? 0n, one)])).toContain(
      'LIST-6 pass',
    );
  });

  it('is open where no response shows it, or they do not agree', () => {
    expect(judged(hiddenStatusJudge, [hiding(of('sold')), page('?limit=100', bare(STORE))])).toMatchObject([
      {
        rule: 'LIST-6',
        verdict: 'inconclusive',
        shownBy: [1],
        says: 'GET /pets?status=sold&limit=100 returned 4 items whose status no response shows; section 2 allows it to be absent',
        place: 'status',
      },
    ]);
    const edited = page(
      '?limit=100',
      STORE.map((pet) => ({ ...pet, status: 'pending' as const })),
    );
    expect(said([all, hiding(of('sold')), edited])).toContain('LIST-6 inconclusive');
  });

  it('violates LIST-6 where others show another status, long before and afterwards', () => {
    const steps: Step[] = [all, 'wait', hiding(STORE), all];
    expect(judged(strangersJudge, steps)).toMatchObject([
      {
        rule: 'LIST-6',
        verdict: 'fail',
        shownBy: [1, 2, 3],
        actual: `a pet without its status, which other responses show as "pending" (id ${petId(1)})`,
      },
      { rule: 'LIST-6', verdict: 'fail' },
      { rule: 'LIST-6', verdict: 'fail' },
      { rule: 'LIST-9', see: 'LIST-6' },
    ]);
  });

  it.each<[string, Step[]]>([
    ['only before', [all, 'wait', hiding(STORE)]],
    ['a moment before and afterwards', [all, hiding(STORE), all]],
    ['long before, while the page is the same twice', [all, hiding(STORE), 'wait', hiding(STORE)]],
  ])('is a doubt where others show another status %s', (_when, steps) => {
    expect(said(steps)).toContain('LIST-6 inconclusive');
    expect(said(steps)).not.toContain('LIST-6 fail');
  });

  it('says nothing of pages with the status, nor of another value in its place', () => {
    expect(judged(hiddenStatusJudge, [all, filtered('sold', STORE)])).toEqual([]);
    const odd = of('sold').map((pet) => ({ ...pet, status: 'gone' }));
    expect(judged(hiddenStatusJudge, [{ target: '/pets?status=sold&limit=100', json: odd }])).toEqual([]);
  });
});
