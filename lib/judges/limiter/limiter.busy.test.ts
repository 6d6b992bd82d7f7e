import { describe, expect, it } from 'vitest';
import { times } from '../../files/test-sample.fixture.ts';
import type { ExchangeParts } from '../judges.fixture.ts';
import { LIMITERS } from './conforming-limiters.fixture.ts';
import {
  failed,
  fixed,
  passed,
  play,
  slidingLog,
  weighted,
  type Course,
  type Word,
} from './limiter-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';

const SEEDS = Array.from({ length: times(5, 1) }, (_, index) => index + 1);
const PACES = [2, 20, 150, 900];

describe.each(Object.entries(LIMITERS))('a conforming %s', (_kind, make) => {
  const courses = (parts: Partial<Course> = {}): [string, Course][] =>
    SEEDS.flatMap((seed) =>
      PACES.map((pace): [string, Course] => [
        `seed ${seed}, pace ${pace}`,
        { seed, pace, limiter: make(60), ...parts },
      ]),
    );
  const wrong = (parts: Partial<Course> = {}) =>
    courses(parts).flatMap(([name, course]) => {
      const perWindow = parts.perWindow ?? 60;
      const verdict = play({
        ...course,
        limiter: make(perWindow),
        ...(parts.second !== undefined && { second: make(perWindow) }),
      });
      return failed(verdict).map(
        (rule) => `${name}: ${rule}: ${verdict.findings.find((one) => one.verdict === 'fail')?.says}`,
      );
    });

  it('is never called wrong', () => expect(wrong()).toEqual([]));
  it('is not after a long rest', () => expect(wrong({ rest: 52_000 })).toEqual([]));
  it('is not with another figure', () => expect(wrong({ perWindow: 300 })).toEqual([]));
  it('is not with a neighbour who takes a third', () => expect(wrong({ neighbour: 0.5 })).toEqual([]));
  it('is not with a neighbour who comes once in a while', () => expect(wrong({ neighbour: 0.01 })).toEqual([]));
  it('is not with a clock that is off', () => {
    expect(wrong({ clockOffset: 90_400 })).toEqual([]);
    expect(wrong({ clockOffset: -90_400 })).toEqual([]);
  });
  it('is not with a second caller', () => expect(wrong({ second: make(60) })).toEqual([]));
  it('is not when refused bodies are not counted', () => expect(wrong({ uncounted: [400, 404] })).toEqual([]));
  it('shows the rules of the limiter', () => {
    const verdict = play({ limiter: make(60), second: make(60) });
    expect(passed(verdict)).toEqual(expect.arrayContaining(['RATE-10', 'RATE-4', 'RATE-5', 'RATE-6', 'RATE-8']));
  });
});

describe('the window before counts with what was refused in it', () => {
  it.each(SEEDS)('in a weighted counter of refusals, seed %i', (seed) => {
    const { xrays } = play({ seed, pace: 20, rest: 52_000, limiter: weighted(60, { ofRefusals: true }) });
    expect(xrays.map(consistentKinds)).toContainEqual(expect.arrayContaining(['weighted counter']));
  });
});

const remaining = (rewrite: (left: number, word: Word) => number) => (parts: ExchangeParts, word: Word) =>
  replaced(parts, 'X-RateLimit-Remaining', (text) => `${rewrite(Number(text), word)}`);

function replaced(parts: ExchangeParts, name: string, rewrite: (text: string) => string): ExchangeParts {
  return {
    ...parts,
    headers: parts.headers?.map(([own, value]) => [own, own === name ? rewrite(value) : value]) ?? [],
  };
}

let random = 1;
const FAULTS: Readonly<Record<string, { breaks: string; course: () => Course }>> = {
  'fixed window admits one too many': { breaks: 'RATE-5', course: () => ({ limiter: fixed(60, { extra: 1 }) }) },
  'aligned window admits one too many': {
    breaks: 'RATE-5',
    course: () => ({ limiter: fixed(60, { extra: 1, aligned: true }) }),
  },
  'sliding log admits one too many': { breaks: 'RATE-5', course: () => ({ limiter: slidingLog(60, { extra: 1 }) }) },
  'weighted counter admits five too many': {
    breaks: 'RATE-5',
    course: () => ({ limiter: weighted(60, { extra: 5 }) }),
  },
  'fixed window admits twice as many': { breaks: 'RATE-5', course: () => ({ limiter: fixed(60, { extra: 60 }) }) },
  'sliding log admits twice as many': { breaks: 'RATE-5', course: () => ({ limiter: slidingLog(60, { extra: 60 }) }) },
  'Remaining never moves': { breaks: 'RATE-4', course: () => ({ limiter: fixed(60), alter: remaining(() => 59) }) },
  'Remaining is one too high': {
    breaks: 'RATE-4',
    course: () => ({ limiter: fixed(60), alter: remaining((left, { admitted }) => (admitted ? left + 1 : left)) }),
  },
  'Remaining is one too low': {
    breaks: 'RATE-4',
    course: () => ({ limiter: fixed(60), alter: remaining((left) => Math.max(0, left - 1)) }),
  },
  'Remaining goes down by two': {
    breaks: 'RATE-4',
    course: () => ({ limiter: fixed(60), alter: remaining((left) => Math.max(0, 60 - 2 * (60 - left))) }),
  },
  'Remaining is random': {
    breaks: 'RATE-4',
    course: () => ({ limiter: fixed(60), alter: remaining(() => (random = (random * 7919 + 17) % 60)) }),
  },
  'Remaining goes up': {
    breaks: 'RATE-4',
    course: () => ({ limiter: fixed(60), alter: remaining((left) => 60 - left) }),
  },
  'refuses while Remaining says 5': {
    breaks: 'RATE-6',
    course: () => ({ limiter: fixed(55), alter: remaining((left) => left + 5) }),
  },
  'one window for both': {
    breaks: 'RATE-10',
    course: () => {
      const limiter = fixed(60);
      return { limiter, second: limiter };
    },
  },
  'Retry-After is too short': { breaks: 'RATE-8', course: () => ({ limiter: fixed(60), retryAfter: () => 1 }) },
  'Reset is hours ahead': {
    breaks: 'RATE-13',
    course: () => ({
      limiter: fixed(60),
      alter: (parts) => replaced(parts, 'X-RateLimit-Reset', (text) => `${Number(text) + 7_200}`),
    }),
  },
  'does not reset at Reset': {
    breaks: 'RATE-13',
    course: () => ({
      limiter: fixed(60, { length: 120_000 }),
      retryAfter: (seconds) => Math.max(1, seconds - 60),
      alter: (parts) => replaced(parts, 'X-RateLimit-Reset', (text) => `${Number(text) - 60}`),
    }),
  },
  'Retry-After is later than Reset': {
    breaks: 'RATE-9',
    course: () => ({ limiter: fixed(60), retryAfter: (seconds) => seconds + 10 }),
  },
};

describe.each(Object.entries(FAULTS))('%s', (_name, { breaks, course }) => {
  it.each([3, 12, 40])('is named at a pace of %i ms', (pace) => {
    for (const seed of SEEDS) {
      const verdict = play({ seed, pace, ...course() });
      expect(
        failed(verdict),
        verdict.findings.map(({ rule, verdict: as, says }) => `${rule} ${as} ${says}`).join('\n'),
      ).toContain(breaks);
    }
  });
});
