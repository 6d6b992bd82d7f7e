import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import { NothingThere } from './nothing-there.ts';

type Seen = Parameters<typeof anExchange>[0];

/** After how many exchanges it says that nothing is there; undefined when it never does. */
function saidAfter(writes: boolean, seen: readonly Seen[]): number | undefined {
  const watch = new NothingThere(writes);
  const index = seen.findIndex((one) => watch.note(anExchange(one)));
  return index < 0 ? undefined : index + 1;
}

/** Where all of some exchanges were redirected. */
function redirectedBy(seen: readonly Seen[]): string | undefined {
  const watch = new NothingThere(false);
  for (const one of seen) watch.note(anExchange(one));
  return watch.redirectedTo;
}

/** What ends a run with these exchanges. */
const saidOf = (seen: readonly Seen[]) => {
  const watch = new NothingThere(false);
  for (const one of seen) watch.note(anExchange(one));
  return watch.errorAt('http://127.0.0.1:1/v1').message;
};

const LIST: Seen = { target: '/pets?limit=1', status: 404 };
const GET: Seen = { target: '/pets/7', status: 404 };
const CREATION: Seen = { method: 'POST', status: 404, sends: { name: 'Rex' } };
const PAGE: Seen = { ...LIST, status: 200, text: ' <!DOCTYPE html><p>Welcome</p>' };
const MOVED: Seen = { target: '/pets?limit=1', status: 301, headers: [['Location', 'https://pets.example/v1/pets']] };
const DOWN: Seen = { ...LIST, status: 503 };
const DOWN_TOO: Seen = { ...CREATION, status: 502 };
const OTHERS_KEY: Seen = { ...LIST, status: 200, credential: 'second' };

describe('an address with nothing of the interface', () => {
  it.each<[string, boolean, readonly Seen[], number | undefined]>([
    ['is told by five responses that are 404', false, [LIST, GET, GET, LIST, GET, GET], 5],
    ['is told by pages for people', false, [PAGE, GET, PAGE, GET, LIST], 5],
    ['is told by redirects', false, [MOVED, MOVED, MOVED, MOVED, MOVED], 5],
    ['is told by what says that the service is down', true, [DOWN, DOWN, DOWN_TOO, DOWN_TOO, DOWN], 5],
    [
      'is not told where one operation is down',
      true,
      [DOWN, DOWN, { ...CREATION, status: 201 }, DOWN, DOWN],
      undefined,
    ],
    [
      'is not told by a redirect to nowhere',
      false,
      [MOVED, { ...MOVED, headers: [] }, LIST, LIST, LIST, GET],
      undefined,
    ],
    ['is not told before a creation was tried, where there are some', true, [LIST, GET, GET, LIST, GET, CREATION], 6],
    ['is not told by getPet alone', false, [GET, GET, GET, GET, GET, GET, GET], undefined],
    ['is not told by other keys', false, [LIST, GET, OTHERS_KEY, GET, LIST, GET], 6],
    ['is not told where anything was answered', false, [LIST, { status: 200 }, LIST, GET, GET, GET, LIST], undefined],
    ['is not told where the key is refused', false, [{ status: 401 }, LIST, LIST, LIST, LIST, LIST], undefined],
  ])('%s', (_what, writes, seen, after) => {
    expect(saidAfter(writes, seen)).toBe(after);
  });

  it('that all requests were redirected is known with the place, and only then', () => {
    expect(redirectedBy([MOVED, MOVED])).toBe('https://pets.example/v1/pets');
    expect(redirectedBy([MOVED, LIST])).toBeUndefined();
    expect(redirectedBy([LIST])).toBeUndefined();
  });

  it('that the service is down is said with the statuses, and only where each request was told so', () => {
    expect(saidOf([DOWN, DOWN_TOO])).toBe(
      'the service at http://127.0.0.1:1/v1 is unavailable: every request with the key got 503 or 502',
    );
    expect(saidOf([DOWN, LIST])).toContain('is not at http://127.0.0.1:1/v1');
  });
});
