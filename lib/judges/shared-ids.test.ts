import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { filterJudge } from './filters.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { filtered, judged, page, petId, pets, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const [A, B, OTHER] = [ownPet(1), ownPet(2), ...pets(1)];
const SAME = { ...B, id: A.id };
const COLLIDED = [created(A), created(B, { id: A.id })];

/** The violations of a log, and what points to another rule. */
function blamed(...log: readonly ExchangeParts[]): string[] {
  const bench = new Bench(aKnowledge());
  const said = log.flatMap((parts, index) =>
    bench.see(anExchange({ id: index + 1, at: FIRST_INSTANT + 10 * index, ...parts })),
  );
  const all = [...said, ...bench.conclude()].filter(({ rule }) => rule === 'CREATE-4' || rule === 'LIST-10');
  return all.flatMap(({ rule, verdict, see }) =>
    verdict === 'fail' ? [rule] : see === undefined ? [] : [`${rule} → ${see}`],
  );
}

describe('an id that a list shows twice', () => {
  it('is blamed on the creations that were answered with it, which it proves', () => {
    expect(blamed(...COLLIDED, page('?limit=100', [A, SAME]))).toEqual(['LIST-10 → CREATE-4', 'CREATE-4']);
    expect(blamed(...COLLIDED, page('?limit=1000', [A, SAME]))).toEqual(['LIST-10 → CREATE-4', 'CREATE-4']);
  });

  it('is blamed on the creations whose pets have one name, and differ by status', () => {
    const pending = { ...A, status: 'pending' as const };
    const log = [created(A), created(pending, { id: A.id }), page('?limit=100', [A, pending])];
    expect(blamed(...log)).toEqual(['LIST-10 → CREATE-4', 'CREATE-4']);
  });

  it('is blamed on the creation that was answered with the id of a listed pet', () => {
    const old = { ...A, id: 7n, name: 'an old one' };
    const log = [page('?limit=100', [old]), created(B, { id: 7n }), page('?limit=100', [old, { ...B, id: 7n }])];
    expect(blamed(...log)).toEqual(['LIST-10 → CREATE-4', 'CREATE-4']);
  });

  it('is blamed on the creation beside whose pet another one has the id, which no response showed before', () => {
    const old = { ...A, id: 7n, name: 'an old one' };
    const [first, again] = [{ ...B, id: 7n }, old];
    expect(blamed(created(B, { id: 7n }), page('?limit=100', [again, first]))).toEqual([
      'LIST-10 → CREATE-4',
      'CREATE-4',
    ]);
  });

  it('is blamed on the list that repeats the ids of other pets as well', () => {
    const old = { ...A, id: 7n, name: 'an old one' };
    const others = [
      { ...A, id: 8n, name: 'one' },
      { ...A, id: 8n, name: 'two' },
    ];
    expect(blamed(created(B, { id: 7n }), page('?limit=100', [old, { ...B, id: 7n }, ...others]))).toEqual(['LIST-10']);
  });

  it('is blamed on the list where an id that a double would round stands for two pets', () => {
    const id = 2n ** 60n;
    const log = [
      created(B, { id }),
      page('?limit=100', [
        { ...A, id, name: 'an old one' },
        { ...B, id },
      ]),
    ];
    expect(blamed(...log)).toEqual(['LIST-10']);
  });

  it.each<[string, ExchangeParts[]]>([
    ['creations have ids of their own', [created(A), created(B), page('', [A, SAME])]],
    ['one of them comes twice', [created(A), page('', [A, A])]],
    ['the pet is another one', [...COLLIDED, page('', [OTHER ?? A, OTHER ?? A])]],
    ['it is one pet', [...COLLIDED, page('', [A, A])]],
  ])('is blamed on the list where %s', (_when, log) => {
    expect(blamed(...log)).toContain('LIST-10');
  });

  it('is blamed on the list where another caller was answered with the id', () => {
    const [first, second] = COLLIDED;
    const log = [first, { ...second, credential: 'second' as const }, page('', [A, SAME])];
    expect(blamed(...log.filter((parts) => parts !== undefined))).toEqual(['LIST-10']);
  });
});

describe('an id that is given again', () => {
  const id = petId(12);
  const [ONE, TWO, THREE] = [ownPet(1, { id }), ownPet(2, { id }), ownPet(3, { id })];
  const STORE = pets(9);
  const whole = page('?limit=100', STORE);

  it('is not missing under its filter: each of its pets may have been deleted', () => {
    const lacking = filtered('sold', STORE);
    const looks = (pet: typeof ONE): Step[] => [created(pet), lacking];
    const of = (two: typeof ONE, three: typeof ONE): Step[] => [
      ...looks(ONE),
      ...looks(two),
      'wait',
      ...looks(two),
      created(three),
    ];
    expect(judged(filterJudge, [whole, ...of(ONE, ONE)])).toMatchObject([{ rule: 'LIST-7', verdict: 'fail' }, {}]);
    expect(judged(filterJudge, [whole, ...of(TWO, THREE)]).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('does not come and go', () => {
    const having = (pet: typeof ONE) => page('?limit=100', [...STORE, pet]);
    const steps = (two: typeof ONE): Step[] => [
      created(ONE),
      having(ONE),
      'wait',
      whole,
      having(two),
      whole,
      'wait',
      having(two),
    ];
    const verdictOf = (two: typeof ONE) => judged(readBackJudge, steps(two)).map(({ verdict }) => verdict);
    expect(verdictOf(ONE)).toContain('fail');
    expect(verdictOf(TWO)).not.toContain('fail');
  });
});
