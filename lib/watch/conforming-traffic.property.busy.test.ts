import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { LIMITERS } from '../judges/limiter/conforming-limiters.fixture.ts';
import { fixed, type SimulatedLimiter } from '../judges/limiter/limiter-simulation.fixture.ts';
import { foreignKnowledge } from '../targets/foreign.ts';
import { KNOWN_MAPPINGS } from './log-mapping.ts';
import { playedLines, restarting, type PlayedCourse, type PlayedSender } from './played-traffic.fixture.ts';
import { lineReader } from './read-line.ts';
import { NOON } from './traffic.fixture.ts';
import { Watch } from './watch.ts';

const LIMIT = 60;
const MINUTES = 5;

/** Which lines a log may miss. */
const LOSSES: Readonly<Record<string, PlayedCourse['isLost']>> = {
  none: undefined,
  'one in a hundred': (_nth, random) => random() < 0.01,
  half: (_nth, random) => random() < 0.5,
  most: (_nth, random) => random() < 0.9,
  'every second': (nth) => nth % 2 === 0,
  blocks: (nth) => Math.floor(nth / 37) % 3 === 0,
};

/** A caller, and perhaps another sender with its key, whom the log shows or not. */
const CALLER = fc.record({
  pace: fc.constantFrom(3, 100, 300, 700, 950, 1_050, 2_000, 5_000, 60_000),
  waits: fc.boolean(),
  isSequential: fc.boolean(),
  restsAfter: fc.constantFrom(undefined, undefined, 10, 55, 60, 70),
  other: fc.constantFrom(undefined, undefined, 'seen', 'unseen'),
});

const HABITS = fc.record({
  kind: fc.constantFrom(...Object.keys(LIMITERS)),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  callers: fc.array(CALLER, { minLength: 1, maxLength: 3 }),
  isOfAccounts: fc.boolean(),
  isOfOneAccount: fc.integer({ min: 0, max: 6 }).map((one) => one === 0),
  loss: fc.constantFrom('none', 'none', ...Object.keys(LOSSES)),
  isComplete: fc.boolean(),
  restarts: fc.array(fc.integer({ min: 0, max: MINUTES * 60_000 }), { maxLength: 2 }),
  takes: fc.constantFrom(1, 5, 20, 200, 1_500),
  late: fc.constantFrom(0, 500, 5_000),
  isCoarse: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  apart: fc.constantFrom(0, 0, 0, 500),
  hasDate: fc.boolean(),
  uncounted: fc.constantFrom([], [400], [404], [400, 404]),
});

type Habits = typeof HABITS extends fc.Arbitrary<infer T> ? T : never;

/** A log of conforming traffic: whatever it lacks, nothing in it may be called a violation. */
function logOf({ kind, callers, isOfAccounts, isOfOneAccount, loss, restarts, ...habits }: Habits): string[] {
  const make = LIMITERS[kind] ?? fixed;
  const begin = (): SimulatedLimiter =>
    restarting(
      () => make(LIMIT),
      restarts.map((after) => NOON + after),
    );
  const shared = begin();
  const senders = callers.flatMap(({ other, restsAfter, ...caller }, nth): PlayedSender[] => {
    // Keys may be of one account; accounts have limits of their own.
    const limiter = isOfOneAccount && !isOfAccounts ? shared : begin();
    const one = { ...caller, key: `caller-${nth}`, limiter, ...(restsAfter !== undefined && { restsAfter }) };
    return other === undefined ? [one] : [one, { ...one, isUnseen: other === 'unseen' }];
  });
  const isLost = LOSSES[loss];
  return playedLines({
    ...habits,
    senders,
    minutes: MINUTES,
    limit: LIMIT,
    most: 300,
    ...(isLost !== undefined && { isLost }),
  });
}

/** The rules that a watch says are violated. */
async function failedIn(
  lines: readonly string[],
  { isComplete, isOfAccounts }: { isComplete: boolean; isOfAccounts: boolean },
) {
  const [own] = KNOWN_MAPPINGS;
  if (own === undefined) throw new Error('no mapping');
  const mapping = isOfAccounts ? { ...own, caller: [{ at: 'key', is: 'account' as const }] } : own;
  const reader = lineReader({ basePath: '/v1', mapping });
  const watch = new Watch({
    knowledge: foreignKnowledge('https://pets.example/v1', 'auto', '2026-11-29'),
    isComplete,
    keep: (_judged, rule) => Promise.resolve(rule),
    onViolation: () => undefined,
  });
  for (const line of lines) for (const one of reader.read(line).observed) await watch.take(one);
  await watch.end();
  return [...watch.segments].flatMap(([rule, { fail }]) => (fail > 0 ? [rule] : []));
}

it(
  'no traffic at a limiter that enforces its limit is called a violation, whatever the log misses and whoever else sends',
  { timeout: 400_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(HABITS, async (habits) => {
        const isWhole = habits.loss === 'none' && habits.callers.every(({ other }) => other !== 'unseen');
        const { isComplete, isOfAccounts } = habits;
        expect(await failedIn(logOf(habits), { isComplete: isComplete && isWhole, isOfAccounts })).toEqual([]);
      }),
      { seed: 20_261_129, numRuns: times(300, 60) },
    );
  },
);
