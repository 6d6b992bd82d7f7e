import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { randomOf } from '../service-traits.fixture.ts';
import {
  bucket,
  failed,
  fixed,
  passed,
  play,
  playLogged,
  type Course,
  type SimulatedLimiter,
  type Word,
} from './limiter-simulation.fixture.ts';
import { contradictedPasses } from './plain-evidence.fixture.ts';

/** A limiter that does not keep the specification, the rules that it violates, and those that no run may pass. */
interface Faulty {
  readonly course: (seed: number) => Course;
  readonly fails: readonly string[];
  readonly neverPasses?: readonly string[];
  /** The rules that are not to blame. */
  readonly spares?: readonly string[];
}

const LIMIT = 60;

/** Each request that is admitted is served. */
const served = (parts: ExchangeParts): ExchangeParts =>
  parts.status === 429 ? parts : { ...parts, target: '/pets?limit=5', method: 'GET', status: 200 };

const withHeader = (parts: ExchangeParts, name: string, value: string): ExchangeParts => ({
  ...parts,
  headers: parts.headers?.map(([one, is]) => [one, one === name ? value : is] as const) ?? [],
});

const withoutLimitHeaders = (parts: ExchangeParts): ExchangeParts => ({
  ...parts,
  headers: parts.headers?.filter(([name]) => !name.startsWith('X-RateLimit-')) ?? [],
  without: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
});

/** Counts each request only after its response. @param later - milliseconds after it */
function countingLater(limiter: SimulatedLimiter, later: number): SimulatedLimiter {
  let due: number[] = [];
  return (now) => {
    for (const at of due) if (at <= now) limiter(at);
    due = due.filter((at) => at > now);
    const word = limiter(now, false);
    if (word.admitted) due.push(now + later);
    return word;
  };
}

/** Forgets one request in fifteen. */
function forgetting(limiter: SimulatedLimiter, seed: number, forgotten = new Set<Word>()): SimulatedLimiter {
  const random = randomOf(seed);
  return (now) => {
    if (random() >= 1 / 15) return limiter(now);
    const word = { ...limiter(now, false), admitted: true };
    forgotten.add(word);
    return word;
  };
}

const FAULTY: Readonly<Record<string, Faulty>> = {
  'a second, shorter limit whose refusals announce its own figures': {
    course: (seed) => {
      const [whole, short] = [fixed(LIMIT), fixed(10, { length: 10_000 })];
      const own = new Set<Word>();
      const limiter: SimulatedLimiter = (now) => {
        const word = short(now);
        if (word.admitted) return whole(now);
        own.add(word);
        return word;
      };
      return {
        seed,
        limiter,
        alter: (parts, word) => (own.has(word) ? withHeader(parts, 'X-RateLimit-Limit', '10') : parts),
      };
    },
    fails: ['RATE-6'],
  },
  'requests that are counted long after the response': {
    course: (seed) => ({ seed, limiter: countingLater(fixed(LIMIT), 200), alter: served }),
    fails: ['RATE-5'],
    neverPasses: ['RATE-4'],
  },
  'requests that are forgotten now and then': {
    course: (seed) => ({ seed, limiter: forgetting(fixed(LIMIT), seed), alter: served }),
    fails: ['RATE-5'],
  },
  'requests that are forgotten now and then, whose responses say nothing of the limit': {
    course: (seed) => {
      const forgotten = new Set<Word>();
      return {
        seed,
        limiter: forgetting(fixed(LIMIT), seed, forgotten),
        alter: (parts, word) => (forgotten.has(word) ? withoutLimitHeaders(served(parts)) : served(parts)),
      };
    },
    fails: [],
    neverPasses: ['RATE-5'],
  },
  'a Remaining that stands still from the second window on': {
    course: (seed) => {
      const limiter = fixed(LIMIT);
      let first: number | undefined;
      return {
        seed,
        limiter: (now) => {
          const word = limiter(now);
          first ??= word.resetAt;
          return word.resetAt > first ? { ...word, remaining: LIMIT } : word;
        },
      };
    },
    fails: [],
    neverPasses: ['RATE-4'],
  },
  'three too many, and a Remaining with a fraction': {
    course: (seed) => ({
      seed,
      limiter: fixed(LIMIT, { extra: 3 }),
      alter: (parts, { remaining }) => withHeader(parts, 'X-RateLimit-Remaining', `${remaining}.5`),
    }),
    fails: ['RATE-5'],
  },
  'a Remaining that counts the requests of all keys, where each has a limit of its own': {
    course: (seed) => {
      const all = fixed(LIMIT);
      const ofAll =
        (own: SimulatedLimiter): SimulatedLimiter =>
        (now) => ({ ...own(now), remaining: all(now).remaining });
      return { seed, limiter: ofAll(fixed(LIMIT)), second: ofAll(fixed(LIMIT)) };
    },
    fails: ['RATE-4'],
    spares: ['RATE-5'],
  },
  'a second key that is refused while the first one is': {
    course: (seed) => {
      const [limiter, own] = [fixed(LIMIT), fixed(LIMIT)];
      const second: SimulatedLimiter = (now) => {
        const { admitted, opensAt } = limiter(now, false);
        return { ...own(now), admitted, opensAt };
      };
      return { seed, limiter, second };
    },
    fails: ['RATE-10'],
  },
};

const SEEDS = [2, 3, 4];

describe.each(Object.entries(FAULTY))('%s', (_what, { course, fails, neverPasses = [], spares = [] }) => {
  it.each(SEEDS)('is found, and never passed (seed %i)', (seed) => {
    const { verdict, exchanges } = playLogged(course(seed));
    expect(contradictedPasses(exchanges, new Set(passed(verdict)))).toEqual([]);
    expect(failed(verdict)).toEqual(expect.arrayContaining([...fails]));
    expect(failed(verdict).filter((rule) => spares.includes(rule))).toEqual([]);
    expect(passed(verdict).filter((rule) => [...fails, ...neverPasses].includes(rule))).toEqual([]);
  });
});

describe('is right to conform:', () => {
  const CONFORMING: Readonly<Record<string, (seed: number) => Course>> = {
    'a bucket that is written with the fraction it holds': (seed) => ({
      seed,
      limiter: bucket(LIMIT),
      alter: (parts, { remaining }) => withHeader(parts, 'X-RateLimit-Remaining', `${remaining}.5`),
    }),
    'refusals that describe the limit of the day': (seed) => ({
      seed,
      limiter: fixed(LIMIT),
      alter: (parts) => (parts.status === 429 ? withHeader(parts, 'X-RateLimit-Limit', '1000') : parts),
      knowledge: { plan: { name: 'free', perMinute: LIMIT, perDay: 1_000 } },
    }),
    'a bucket that refills while more than the limit are served': (seed) => ({
      seed,
      limiter: bucket(LIMIT),
      alter: served,
    }),
  };
  it.each(Object.entries(CONFORMING))('%s', (_what, course) => {
    for (const seed of SEEDS) expect(failed(play(course(seed)))).toEqual([]);
  });
});
