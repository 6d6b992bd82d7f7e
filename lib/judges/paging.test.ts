import { describe, expect, it } from 'vitest';
import type { PetStatus } from '../contract/pets.ts';
import { created, ownPet } from './creations.fixture.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { filtered, judged, page, pets, type Step } from './pages.fixture.ts';
import { defaultPageJudge, filledPageJudge } from './paging.ts';

function plain(count: number): ExchangeParts {
  return page('', pets(count));
}

function limited(count: number): ExchangeParts {
  return page('?limit=20', pets(count));
}

function limit(asked: number, count: number, status = ''): ExchangeParts {
  return page(`?limit=${asked}${status}`, pets(count));
}

function second(parts: ExchangeParts): ExchangeParts {
  return { ...parts, credential: 'second' };
}

describe('LIST-3, as many as limit=20 gives', () => {
  it('holds when both have 20 items and there are more', () => {
    expect(judged(defaultPageJudge, [plain(20), limited(20), limit(100, 21)])).toMatchObject([
      { verdict: 'pass', shownBy: [1, 2, 3] },
    ]);
  });

  it.each([0, 7, 20])('is not verified when both have %i items and no page shows more than 20', (count) => {
    expect(judged(defaultPageJudge, [plain(count), limited(count), limit(100, count)])).toMatchObject([
      { verdict: 'inconclusive', shownBy: [1], unverified: true },
    ]);
  });

  it('is violated when the sizes differ again and again', () => {
    const findings = judged(defaultPageJudge, [plain(10), limited(20), 'wait', plain(10), limited(20)]);
    expect(findings).toMatchObject([
      {
        rule: 'LIST-3',
        verdict: 'fail',
        shownBy: [1, 2, 3, 4],
        says: 'GET /pets without limit returned 10 items 2 times; limit=20 returns 20 items',
        expected: '20 items, as with limit=20',
        actual: '10 items',
      },
    ]);
  });

  it('is violated when limit=20 gives fewer than a page without limit', () => {
    const findings = judged(defaultPageJudge, [plain(20), limited(19), 'wait', plain(20), limited(19)]);
    expect(findings).toMatchObject([{ verdict: 'fail', actual: '20 items' }]);
  });

  const open: Record<string, Step[]> = {
    'only one pair was seen': [plain(10), limited(20)],
    'all looks lie within a lag': [plain(10), limited(20), plain(10), limited(20)],
    'the sizes vary': [plain(10), limited(20), 'wait', plain(12), limited(20)],
    'the store changes': [page('', pets([1, 2])), limited(5), 'wait', page('', pets([1, 3])), limited(5)],
    'another pet came and went each time': [
      page('', pets([1, 2])),
      page('?limit=20', pets([1, 2, 3])),
      'wait',
      page('', pets([1, 2])),
      page('?limit=20', pets([1, 2, 4])),
    ],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(defaultPageJudge, steps)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('leaves filtered pages to LIST-6 that are longer for pets of another status', () => {
    const sold = pets(15).map((pet) => ({ ...pet, status: 'sold' as const }));
    const mixed = [...sold, ...pets([21, 22, 23, 24, 25]).map((pet) => ({ ...pet, status: 'pending' as const }))];
    const pair = [page('?status=sold', sold), page('?status=sold&limit=20', mixed)];
    expect(judged(defaultPageJudge, [...pair, 'wait', ...pair])).toEqual([]);
  });

  it('takes growth between two looks for what it is', () => {
    expect(judged(defaultPageJudge, [limited(4), plain(5), limited(6)])).toMatchObject([{ unverified: true }]);
  });

  it('leaves a page of more than 20 to where it is seen', () => {
    expect(judged(defaultPageJudge, [plain(30), limited(20), 'wait', plain(30), limited(20)])).toEqual([]);
  });

  it('compares only what one caller saw', () => {
    expect(judged(defaultPageJudge, [plain(10), second(limited(20)), 'wait', plain(10), second(limited(20))])).toEqual(
      [],
    );
    const tenant = { requestHeaders: [['X-Tenant', 'b'] as const] };
    const other = page('?limit=20', pets(20), tenant);
    expect(judged(defaultPageJudge, [plain(10), other, 'wait', plain(10), other])).toEqual([]);
  });

  it('stays open where the log does not tell who called', () => {
    const findings = judged(defaultPageJudge, [plain(10), limited(20), 'wait', plain(10), limited(20)], {
      credential: 'unknown',
    });
    expect(findings).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('passes over what is no page: refusals, broken ids, old answers of a cache, odd queries', () => {
    const refused = { target: '/pets', status: 429, json: {} };
    const broken = { target: '/pets', json: [{ id: '1', name: 'a', categoryId: 1n }] };
    const cached = page('', pets(3), { headers: [['Age', '60']] });
    const odd = page('?limit=20&offset=20', pets(3));
    const others = [refused, broken, cached, odd];
    expect(judged(defaultPageJudge, [...others, plain(20), limited(20), limit(100, 30)])).toMatchObject([
      { verdict: 'pass', shownBy: [5, 6, 7] },
    ]);
  });
});

/** What is said of whether pages are filled. */
function filledPages(steps: readonly Step[]) {
  return judged(filledPageJudge, steps).map((finding) => [finding.verdict, finding.says]);
}

describe('LIST-11', () => {
  it('is not shown by empty pages', () => {
    expect(judged(filledPageJudge, [limit(99, 0), limit(100, 0)])).toEqual([]);
  });

  it.each([
    [5, 5, 37],
    [50, 37, 37],
    [50, 50, 100],
  ])('limit=%i with %i items holds when limit=100 has %i', (asked, count, all) => {
    expect(judged(filledPageJudge, [limit(asked, count), limit(100, all)])).toMatchObject([
      { rule: 'LIST-11', verdict: 'pass' },
    ]);
  });

  it.each([
    [30, 25, 37, 'a page with limit=30 was not filled, though limit=100 returned more'],
    [50, 50, 20, 'limit=100 returned fewer pets than limit=50'],
  ])('is open where limit=%i has %i items once, and limit=100 %i', (asked, count, all, seen) => {
    expect(judged(filledPageJudge, [limit(100, all), limit(asked, count)])).toMatchObject([
      { verdict: 'inconclusive', says: `${seen}, which other clients or a lag may explain` },
    ]);
  });

  it.each([
    ['too few', 30, 25, 37],
    ['more than limit=100 gives', 50, 50, 20],
  ])('is violated with %s', (_how, asked, count, all) => {
    const pair = [limit(asked, count), limit(100, all)];
    expect(judged(filledPageJudge, [...pair, 'wait', ...pair])).toMatchObject([
      { verdict: 'fail', shownBy: [1, 2, 3, 4] },
    ]);
  });

  it.each([
    ['is empty', []],
    ['keeps the filter of a list before', pets(60, 'sold').slice(0, 9)],
  ])('is violated once where a list %s and others show its pets before and after', (_how, some) => {
    const all = limit(100, 60);
    expect(filledPages([all, page('?limit=50', some), limit(50, 50), all])).toEqual([
      [
        'fail',
        `GET /pets?limit=50 returned ${some.length} items, though responses before and after it show 50 pets or more`,
      ],
    ]);
  });

  it.each([
    ['whose pets are seen no more', [limit(100, 60), page('?limit=50', []), page('?limit=100', [])]],
    ['that is not much smaller', [limit(100, 60), limit(50, 30), limit(50, 50), limit(100, 60)]],
    ['of one pet', [limit(100, 60), limit(1, 0), limit(1, 1), limit(100, 60)]],
    [
      'that lags while another client creates pets',
      [limit(100, 2), limit(90, 4), limit(100, 9), limit(50, 3), limit(90, 20), limit(100, 30)],
    ],
    ['as small as every other', [limit(100, 9), limit(50, 9), filtered('sold', pets(60)), limit(100, 9)]],
    [
      'where further pages are told of',
      [limit(100, 60), page('?limit=50', [], { headers: [['Link', '</v1/pets?page=2>; rel="next"']] }), limit(100, 60)],
    ],
  ])('is not violated by a list %s', (_how, steps) => {
    expect(filledPages(steps).map(([verdict]) => verdict)).not.toContain('fail');
  });

  it('holds where a service has a maximum of its own, and says so where there are more pets', () => {
    const sold = page('?limit=10&status=sold', pets([90, 91], 'sold'));
    const full = 'pages are filled up to their limit';
    expect(filledPages([sold, limit(80, 50), limit(100, 50), sold])).toEqual([
      ['pass', `${full}, but none without a filter has more than 50 items, though there are more pets`],
    ]);
    // The others may be new, or gone.
    expect(filledPages([limit(80, 50), limit(100, 50), sold])).toEqual([['pass', full]]);
    expect(filledPages([sold, limit(80, 50), limit(100, 50)])).toEqual([['pass', full]]);
    expect(filledPages([sold, limit(80, 80), limit(100, 100), sold])).toEqual([['pass', full]]);
  });

  it('holds where only filtered lists have a maximum, and says so', () => {
    const all = limit(100, 100);
    const full = 'pages are filled up to their limit';
    expect(filledPages([all, limit(50, 50), cut('available', 30), cut('sold', 25), all])).toEqual([
      ['pass', `${full}, but none with a filter has more than 25 items, though there are more pets`],
    ]);
    // A status with few pets is no maximum.
    expect(filledPages([all, limit(50, 50), cut('sold', 9), cut('available', 7), all])).toEqual([['pass', full]]);
  });

  it('says which list lacks pets, where lists of one kind have different sizes', () => {
    const sold = page('?limit=10&status=sold', pets([90, 91], 'sold'));
    expect(filledPages([limit(100, 2), sold, limit(80, 14), limit(100, 14), sold])).toEqual([
      [
        'pass',
        'pages are filled up to their limit, but GET /pets?limit=100 returned 14 items and lacks pets that lists before and after it show',
      ],
    ]);
  });

  it('says which request, how often, and what limit=100 returns', () => {
    const pair = [limit(1, 0, '&status=pending'), page('?limit=100&status=pending', pets([1]))];
    const [finding] = judged(filledPageJudge, [...pair, 'wait', ...pair]);
    expect(finding?.says).toBe('GET /pets?limit=1&status=pending returned 0 items 2 times; limit=100 returns 1 item');
  });

  it('knows of the pets that petvet added between two looks', () => {
    const own = ownPet(1);
    const steps = [limit(100, 37), created(own), page('?limit=60', [...pets(37), own])];
    expect(judged(filledPageJudge, steps)).toMatchObject([{ verdict: 'pass', shownBy: [1, 3] }]);
    const stranger = [limit(100, 37), page('?limit=60', [...pets(37), own])];
    expect(judged(filledPageJudge, stranger)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('stays open after one pair, and compares within one filter only', () => {
    expect(judged(filledPageJudge, [limit(30, 25), limit(100, 37)])).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(judged(filledPageJudge, [limit(30, 4, '&status=sold'), limit(100, 37)])).toEqual([]);
  });
});

/** A filtered page of a service that returns no more than 25 pets with a filter. */
function cut(status: PetStatus, count: number) {
  return page(`?limit=100&status=${status}`, pets(count, status).slice(0, 25));
}
