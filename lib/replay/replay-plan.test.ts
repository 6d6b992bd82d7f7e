import { expect, it } from 'vitest';
import { aFarTarget } from '../run/day-use.fixture.ts';
import { withinTime } from './replay-plan.ts';

const STARTED = 1_000_000;

/** Whether a replay waits until that many seconds after its begin. */
const waits = (maxRequests: number, perMinute: number, seconds: number) =>
  withinTime(
    { target: aFarTarget({ plan: { name: 'enterprise', perMinute } }), maxRequests },
    STARTED,
  )(STARTED + 1_000 * seconds);

it.each([
  ['three windows', 60, 60, 180],
  ['a window more than its requests need', 60, 10, 420],
])('a replay waits no longer than %s', (_what, maxRequests, perMinute, most) => {
  expect(waits(maxRequests, perMinute, most - 1)).toBeUndefined();
  expect(waits(maxRequests, perMinute, most)).toMatchObject({
    code: 'BUDGET_SPENT',
    message: expect.stringContaining(`${most} s`),
  });
});
