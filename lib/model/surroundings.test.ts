import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { aCreation, aGet, aList } from '../expectation/request.fixture.ts';
import { exchangesOfARun, knownPets } from './exchanges.fixture.ts';
import { Followed } from './surroundings.ts';

const NONE = knownPets();

/** The moments of the last of some exchanges. */
function momentsOf(...log: readonly Exchange[]): readonly string[] {
  const followed = new Followed();
  let moments: readonly string[] = [];
  for (const one of log) {
    ({ moments } = followed.around(one, undefined, NONE));
    followed.follow(one);
  }
  return moments;
}

describe('the moment of a request', () => {
  it.each<[string, Parameters<ReturnType<typeof exchangesOfARun>>[0], readonly string[]]>([
    ['a success', {}, []],
    ['a creation', { request: aCreation(), status: 201, created: 7n }, ['after a creation']],
    ['a 404', { request: aGet('9'), status: 404 }, ['after an error']],
    ['a 500', { status: 500 }, ['after an error']],
    ['no response', { status: undefined }, ['after an error']],
    ['a 429', { status: 429, remaining: 0 }, ['after a 429']],
    ['one that left four', { remaining: 4 }, ['near the limit']],
    ['one that left five', { remaining: 5 }, []],
    ['an error that left none', { status: 404, remaining: 0 }, ['after an error', 'near the limit']],
  ])('after %s', (_what, before, moments) => {
    const next = exchangesOfARun();
    expect(momentsOf(next(before), next({ remaining: 3 }))).toEqual(moments);
  });

  it('is in a new window where more is left than before, and not near the limit then', () => {
    const next = exchangesOfARun();
    const before = next({ remaining: 2 });
    expect(momentsOf(before, next({ remaining: 59 }))).toEqual(['first of a new window']);
    expect(momentsOf(before, next({ remaining: 12 }))).toEqual(['near the limit']);
  });

  it('is told by the limit of the key alone', () => {
    const next = exchangesOfARun();
    const before = next({ remaining: 2 });
    const second = next({ request: aList('', { credential: 'second' }), remaining: 59 });
    expect(momentsOf(before, second)).toEqual([]);
    expect(momentsOf(before, second, next({ remaining: 1 }))).toEqual(['near the limit']);
  });

  it('is at the same time as another that had no response yet, whatever came before', () => {
    const next = exchangesOfARun();
    const before = next({ status: 404, remaining: 2 });
    const first = next({ from: 10, to: 20 });
    expect(momentsOf(before, first, next({ from: 12, to: 30 }))).toEqual(['at the same time as another']);
    expect(momentsOf(before, first, next({ from: 20, to: 30 }))).toEqual([]);
  });
});

describe('the pet that is asked for', () => {
  const known = knownPets(-5n, 2n ** 60n, 7n);

  it.each([
    [-5n, 'first'],
    [2n ** 60n, 'between'],
    [7n, 'last'],
  ] as const)('%s is told with its place', (id, place) => {
    expect(new Followed().now(id, known).pet).toEqual({ status: 'sold', isOwn: false, place });
  });

  it('is none where nobody was shown it, and the largest id is known all the same', () => {
    const { pet, largestId } = new Followed().now(8n, known);
    expect([pet, largestId]).toEqual([undefined, 2n ** 60n]);
  });

  it('is own where the run created it, and the last when it came to be known', () => {
    const followed = new Followed();
    followed.now(7n, known);
    followed.follow(exchangesOfARun()({ request: aCreation(), status: 201, created: 8n }));
    expect(followed.now(8n, knownPets(...known.keys(), 8n)).pet).toMatchObject({ isOwn: true, place: 'last' });
    expect(followed.now(7n, knownPets(...known.keys(), 8n)).pet).toMatchObject({ isOwn: false, place: 'between' });
  });
});
