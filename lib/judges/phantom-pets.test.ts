import { describe, expect, it } from 'vitest';
import { filtered, got, judged, page, pets, type Step } from './pages.fixture.ts';
import { phantomPetJudge } from './phantom-pets.ts';

const STORE = pets(11);
const whole = page('?limit=100', STORE);
const full = page('?limit=100', pets(100));

function any(...ids: bigint[]): Step[] {
  return ids.map((id) => got(id, { id, name: 'any', categoryId: 1n }));
}

describe('GET-2, ids that no pet has', () => {
  it('is violated by several ids that the whole store lacks, before and after', () => {
    const findings = judged(phantomPetJudge, [
      filtered('sold', STORE),
      whole,
      ...any(77n, 78n, 4_611_686_018_427_387_905n),
      whole,
    ]);
    expect(findings).toMatchObject([{ rule: 'GET-2', verdict: 'fail', shownBy: [2, 3, 4, 5, 6] }]);
  });

  it('is violated by ids far beyond a hundred listed ones on both sides', () => {
    const findings = judged(phantomPetJudge, [full, ...any(2n ** 63n - 1n, -(2n ** 63n), -(2n ** 61n))]);
    expect(findings).toMatchObject([{ verdict: 'fail', shownBy: [2, 3, 4] }]);
  });

  const open: Record<string, Step[]> = {
    'there are only two': [filtered('sold', STORE), whole, ...any(77n, 78n), whole],
    'the store is larger than a page': [filtered('sold', STORE), full, ...any(77n, 78n, 79n), full],
    'no page was seen afterwards': [filtered('sold', STORE), whole, ...any(77n, 78n, 79n)],
    'the filters show other pets': [page('?status=sold&limit=100', pets([500])), whole, ...any(77n, 78n, 79n), whole],
    'all are larger, as newer ids are': [full, ...any(2n ** 62n, 2n ** 62n + 7n, 2n ** 63n - 1n)],
    'few pets are listed': [page('?limit=10', pets(10)), ...any(2n ** 63n - 1n, -(2n ** 63n), -7n)],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(phantomPetJudge, steps)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('has nothing to say of ids that the response to a POST showed, though it was no plain creation', () => {
    const ids = [501n, 502n, 503n];
    const written = ids.map((id) => ({
      method: 'POST',
      target: '/pets',
      status: 200,
      json: { id, name: 'any', categoryId: 1n },
    }));
    expect(judged(phantomPetJudge, [full, ...written, ...any(...ids), full])).toEqual([]);
  });

  it('has nothing to say of ids that a page showed at any time, nor of 404', () => {
    expect(judged(phantomPetJudge, [...any(...pets(3).map(({ id }) => id)), whole, got(77n), whole])).toEqual([]);
  });
});
