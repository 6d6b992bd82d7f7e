import { describe, expect, it } from 'vitest';
import { pageLimitsJudge } from './page-limits.ts';
import { filtered, judged, page, pets, type Step } from './pages.fixture.ts';

const STORE = pets(12);
const SOLD = STORE.map((pet) => ({ ...pet, status: 'sold' as const }));
const all = page('?limit=100', STORE);

function verdictsOf(steps: readonly Step[]): Record<string, string> {
  return Object.fromEntries(judged(pageLimitsJudge, steps).map(({ rule, verdict }) => [rule, verdict]));
}

describe('that no page could have broken a rule', () => {
  it.each([
    ['LIST-2', [page('?limit=5', STORE), page('?limit=12', STORE)]],
    ['LIST-6', [page('?limit=5&status=available', SOLD.slice(0, 5)), page('?limit=5&status=sold', SOLD.slice(0, 5))]],
    ['LIST-9', [page('?limit=5&status=sold', SOLD), page('?limit=12&status=sold', SOLD)]],
  ] satisfies [string, Step[]][])('is not said of %s where one did', (rule, steps) => {
    expect(verdictsOf(steps)).not.toHaveProperty(rule);
    expect(verdictsOf(steps.slice(1))).toHaveProperty(rule, 'inconclusive');
  });
});

describe('LIST-2', () => {
  it('holds for a page that leaves out what another one shows', () => {
    expect(judged(pageLimitsJudge, [page('?limit=5', STORE.slice(0, 5)), all])).toMatchObject([
      {
        rule: 'LIST-2',
        verdict: 'pass',
        shownBy: [1, 2],
        says: 'pages hold at most `limit` items, where more pets match',
      },
    ]);
  });

  it.each([
    ['the store is empty', [page('?limit=1', []), page('?limit=100', [])]],
    ['there are no more pets than the limit lets through', [page('?limit=1', pets(1)), page('?limit=100', pets(1))]],
    ['nothing but the page was seen', [page('?limit=5', STORE.slice(0, 5))]],
    ['the larger page is of another time', [page('?limit=5', STORE.slice(0, 5)), { ...all, at: Date.UTC(2027, 1) }]],
    [
      'the larger page is of another status',
      [filtered('sold', STORE, '&limit=4'), filtered('pending', pets(9, 'pending'))],
    ],
  ])('is not verified when %s', (_when, steps) => {
    expect(judged(pageLimitsJudge, steps).filter(({ rule }) => rule === 'LIST-2')).toMatchObject([
      { verdict: 'inconclusive', unverified: true, shownBy: [1] },
    ]);
  });

  it('says nothing of a page that is too long', () => {
    expect(judged(pageLimitsJudge, [page('?limit=5', STORE)])).toEqual([]);
  });
});

describe('LIST-6', () => {
  it.each([
    ['other pets, which an unfiltered page shows', [filtered('sold', STORE), all]],
    ['other pets, which another filter shows', [filtered('sold', STORE), filtered('pending', STORE)]],
    ['all pets, as none has the status', [filtered('pending', SOLD), page('?limit=100', SOLD)]],
  ])('holds for a page that leaves out %s', (_what, steps) => {
    expect(verdictsOf(steps)['LIST-6']).toBe('pass');
  });

  it.each([
    ['all pets have that status', [filtered('sold', SOLD), page('?limit=100', SOLD)]],
    ['the store is empty', [filtered('sold', []), page('?limit=100', [])]],
    [
      'an unfiltered page of that length has no others',
      [filtered('sold', SOLD.slice(0, 5), '&limit=5'), page('?limit=100', [...SOLD, ...pets([20, 21, 22])])],
    ],
  ])('is not verified when %s', (_when, steps) => {
    expect(verdictsOf(steps)['LIST-6']).toBe('inconclusive');
  });

  it('says nothing of a page that lets others through', () => {
    expect(verdictsOf([page('?status=sold&limit=100', STORE), all])['LIST-6']).toBeUndefined();
  });
});

describe('LIST-9', () => {
  it('holds for a page that leaves out more pets of the status and pets of another one', () => {
    expect(verdictsOf([filtered('sold', STORE.slice(0, 3), '&limit=1'), all])['LIST-9']).toBe('pass');
  });

  it.each([
    ['no status has two pets', [filtered('sold', pets(3), '&limit=1'), page('?limit=100', pets(3))]],
    ['all pets have the status', [filtered('sold', SOLD.slice(0, 1), '&limit=1'), page('?limit=100', SOLD)]],
  ])('is not verified when %s', (_when, steps) => {
    expect(verdictsOf(steps)['LIST-9']).toBe('inconclusive');
  });
});
