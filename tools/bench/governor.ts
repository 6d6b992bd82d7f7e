import { PLANS, WINDOW_SECONDS } from '../../lib/contract/plans.ts';
import { createGovernor } from '../../lib/wire/governor.ts';

const WINDOW = 1_000 * WINDOW_SECONDS.minute;
const REQUESTS = 20_000;
const ROUNDS = 5;

/** How long the governor takes for one request, in milliseconds: the median of some rounds, with no time spent on waiting. */
export async function governorOverhead(): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound());
  return rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Infinity;
}

/** Many windows of the Business plan, one after the other, by a clock that jumps. */
async function oneRound(): Promise<number> {
  const { perMinute, perDay } = PLANS.business;
  let now = Date.now();
  const governor = createGovernor({
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        now += Math.max(0, milliseconds);
        return Promise.resolve();
      },
    },
    window: WINDOW,
    longestWait: 3 * WINDOW,
    declared: { perMinute, perDay },
    dayShare: 1,
    minuteShare: 1,
    random: Math.random,
    maxRequests: Infinity,
    dayAllowance: Infinity,
    interrupted: new AbortController().signal,
    onWaiting: () => {},
  });
  let used = 0;
  let resetAt = now + WINDOW;
  const from = performance.now();
  for (let request = 0; request < REQUESTS; request++) {
    const ticket = await governor.enter('primary', false);
    if (now >= resetAt) {
      used = 0;
      resetAt = now + WINDOW;
    }
    used++;
    governor.arrive('primary', ticket, {
      at: now,
      refused: used > perMinute,
      limit: perMinute,
      remaining: perMinute - used,
      resetAt,
    });
  }
  return (performance.now() - from) / REQUESTS;
}
