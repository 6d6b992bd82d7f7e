import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import {
  bucket,
  failed,
  fixed,
  play,
  slidingLog,
  type Course,
  type SimulatedLimiter,
  type Word,
} from './limiter-simulation.fixture.ts';

/** A service that counts in its own way: what the limiter says of one request, by what was sent. */
type Counter = (parts: ExchangeParts, at: number) => Word;

const LIMIT = 60;

const operationOf = ({ method, target = '' }: ExchangeParts) => method ?? (/pets\/\d/.test(target) ? 'one' : 'list');

/** A limiter for each name. */
function apart(nameOf: (parts: ExchangeParts) => string): Counter {
  const limiters = new Map<string, SimulatedLimiter>();
  return (parts, at) => {
    const name = nameOf(parts);
    const limiter = limiters.get(name) ?? fixed(LIMIT);
    limiters.set(name, limiter);
    return limiter(at);
  };
}

/** Requests that take other numbers of units. */
function taking(unitsOf: (parts: ExchangeParts) => number, limiter = fixed(LIMIT)): Counter {
  return (parts, at) => {
    const units = unitsOf(parts);
    let word = limiter(at, units > 0);
    for (let more = 1; more < units && word.admitted; more++) word = { ...limiter(at), admitted: true };
    return word;
  };
}

/** A Remaining that is told otherwise. */
function telling(tell: (remaining: number, parts: ExchangeParts) => number): Counter {
  const limiter = fixed(LIMIT);
  return (parts, at) => {
    const word = limiter(at);
    return { ...word, remaining: tell(word.remaining, parts) };
  };
}

/** Of which each request meets the next one. */
function inTurn(count: number): Counter {
  let turn = 0;
  return apart(() => `${turn++ % count}`);
}

/** Admits whatever comes. */
const unlimited: SimulatedLimiter = (now) => ({ admitted: true, remaining: 1, resetAt: now, opensAt: now });

/** A course of requests to such a service. */
function courseOf(counter: Counter, course: Partial<Course> = {}): Course {
  const alter = (parts: ExchangeParts): ExchangeParts => {
    const { admitted, remaining, resetAt, opensAt } = counter(parts, parts.at ?? 0);
    const told: Readonly<Record<string, number>> = {
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': Math.ceil(resetAt / 1_000),
    };
    const headers = (parts.headers ?? []).map(([name, is]) => [name, `${told[name] ?? is}`] as const);
    const wait = `${Math.max(0, Math.ceil((opensAt - (parts.at ?? 0)) / 1_000))}`;
    if (admitted) return { ...parts, headers };
    return { ...parts, headers: [...headers, ['Retry-After', wait]], status: 429, json: undefined };
  };
  return { pace: 30, ...course, limiter: unlimited, alter };
}

const faultsOf = (course: Course) =>
  play(course).findings.flatMap(({ rule, verdict, fault, input, says }) =>
    verdict === 'fail' && /^RATE-[45]$/.test(rule) ? [`${fault} ${input ?? ''} ${says}`] : [],
  );

describe('a wrong way of counting is named', () => {
  const WRONG: Readonly<Record<string, readonly [make: () => Counter, says: RegExp]>> = {
    'by operation': [() => apart(operationOf), /each operation seems to have a counter of its own/],
    'by method': [() => apart(({ method = 'GET' }) => method), /createPet and getPet with listPets seem/],
    'by three instances in turn': [() => inTurn(3), /3 counters seem to exist for the key/],
    'two for every request': [() => taking(() => 2), /takes 2 request/],
    'three for each creation': [() => taking(({ status }) => (status === 201 ? 3 : 1)), /takes 3 createPet 201/],
    'two for each unknown pet': [() => taking(({ status }) => (status === 404 ? 2 : 1)), /takes 2 getPet 404/],
    'none for lists': [() => taking((parts) => (operationOf(parts) === 'list' ? 0 : 1)), /takes 0 listPets 200/],
    'by fives': [() => telling((left) => Math.ceil(left / 5) * 5), /falls in steps|dropped by 5/],
    'with a Remaining of its own in errors': [
      () => telling((left, { status }) => (status === 400 ? 0 : left)),
      /Remaining was 0 in responses with 400/,
    ],
  };

  it.each(Object.entries(WRONG))('%s', (_what, [make, says]) => {
    for (const seed of [1, 2, 3]) expect(faultsOf(courseOf(make(), { seed })).join('\n')).toMatch(says);
  });
});

describe('what a conforming service does is not', () => {
  const LIMITERS: Readonly<Record<string, () => SimulatedLimiter>> = {
    'a fixed window': () => fixed(LIMIT),
    'a sliding log': () => slidingLog(LIMIT),
    'a bucket': () => bucket(LIMIT),
    'a bucket filled by fives': () => bucket(LIMIT, { atATime: 5 }),
  };

  it.each(Object.entries(LIMITERS))('in %s, whatever a rejected request takes', (_what, make) => {
    for (const pace of [5, 300, 1_000])
      for (const uncounted of [[], [400], [400, 404]])
        expect(failed(play({ seed: 7, pace, uncounted, limiter: make() }))).toEqual([]);
  });

  it('where requests of two sorts take turns, and a bucket gives a unit back with every other one', () => {
    let turn = 0;
    const sorts = (parts: ExchangeParts): ExchangeParts =>
      turn++ % 2 === 0 ? parts : { ...parts, method: 'GET', target: '/pets/7', status: 200 };
    const course = { seed: 3, pace: 990, limiter: bucket(LIMIT), most: 90 };
    expect(failed(play({ ...course, alter: (parts) => (parts.status === 429 ? parts : sorts(parts)) }))).toEqual([]);
  });
});
