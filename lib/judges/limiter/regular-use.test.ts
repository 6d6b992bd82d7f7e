import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** A request, how long it takes, and how long the client rests before it, in milliseconds. */
interface Step extends Pick<LoggedRequest, 'method' | 'target' | 'status'> {
  readonly takes: number;
  readonly rest?: number;
}

const LIST: Step = { takes: 100 };
const GET: Step = { target: '/pets/7', takes: 100 };
const POST: Step = { method: 'POST', status: 201, takes: 100 };

/**
 * What a fixed window of 300 says of some requests, one after the other.
 *
 * @param every - milliseconds between the requests of another client of the key; none when absent
 * @param costs - how many units a request takes
 */
function findingsOn(steps: readonly Step[], every = Infinity, costs: (step: Step) => number = () => 1) {
  let [at, used] = [0, 0];
  const log = steps.map((step): LoggedRequest => {
    const { rest = 1, ...asked } = step;
    const sentAt = (at += rest);
    at += step.takes;
    used += costs(step);
    const remaining = 300 - used - (every === Infinity ? 0 : Math.floor((at + every / 3) / every));
    return { ...asked, at: sentAt, limit: 300, remaining, resetIn: 60 - sentAt / 1_000 };
  });
  const plan = { name: 'pro', perMinute: 300, perDay: 10_000 } as const;
  return aLimiterLog(log, (parts) => parts, { plan }).filter(({ rule }) => rule === 'RATE-4');
}

const verdictsOn = (...given: Parameters<typeof findingsOn>) => findingsOn(...given).map(({ verdict }) => verdict);

/** Requests of several sorts, in no order. */
const mixed = (count: number, sorts: readonly Step[]): Step[] =>
  Array.from({ length: count }, (_, index) => sorts[(index * 7 + Math.floor(index / 3)) % sorts.length] ?? LIST);

describe('another client of the key that polls', () => {
  it.each([91, 96, 99, 101, 103, 108, 125, 190, 240])(
    'every %d ms, where each response takes 100, violates nothing',
    (every) => {
      expect(verdictsOn(mixed(70, [LIST, GET, POST, LIST]), every)).not.toContain('fail');
    },
  );

  it('as often as a slow creation takes is not the fault of creations', () => {
    const steps = mixed(80, [
      { ...LIST, takes: 12 },
      { ...POST, takes: 900 },
      { ...GET, takes: 15 },
    ]);
    expect(verdictsOn(steps, 905)).not.toContain('fail');
  });
});

const twoForPosts = ({ method }: Step) => (method === 'POST' ? 2 : 1);
const two = () => 2;

describe('a service that counts creations twice', () => {
  it('violates RATE-4 where they take as long as the rest', () => {
    expect(findingsOn(mixed(60, [LIST, GET, POST, LIST]), Infinity, twoForPosts)).toContainEqual(
      expect.objectContaining({ verdict: 'fail', says: expect.stringContaining('createPet 201 took 2') }),
    );
  });

  it('is in doubt where they alone are slow, as whoever polls at that pace looks the same', () => {
    const steps = mixed(60, [
      { ...LIST, takes: 5 },
      { ...POST, takes: 900 },
      { ...GET, takes: 5 },
    ]);
    expect(verdictsOn(steps, Infinity, twoForPosts)).toEqual(['inconclusive']);
  });
});

describe('a service that counts every request twice', () => {
  const steps = mixed(60, [LIST, GET, LIST]);

  const pausedAt = (...places: readonly number[]) =>
    steps.map((step, index) => (places.includes(index) ? { ...step, rest: 1_000 } : step));

  it('violates RATE-4 where the requests came at more than one pace', () => {
    expect(verdictsOn(pausedAt(20, 40), Infinity, two)).toEqual(['fail']);
  });

  it('is in doubt where a single pause differs, in which another client may have rested as well', () => {
    expect(verdictsOn(pausedAt(20), Infinity, two)).toEqual(['inconclusive']);
  });

  it('is in doubt where they came at one', () => {
    expect(verdictsOn(steps, Infinity, two)).toEqual(['inconclusive']);
  });
});
