import { expect, it } from 'vitest';
import { refuseWait } from './run-time.ts';

const bounds = { startedAt: 0, longest: 180_000, isGiven: false };

it('waits as long as something of its time is left afterwards', () => {
  expect(refuseWait(179_000, 120_000, 100_000, bounds)).toBeUndefined();
  expect(refuseWait(180_000, 120_000, 0, bounds)).toMatchObject({ code: 'TIME_SPENT', detail: 'raise --max-time' });
  expect(refuseWait(180_000, 120_000, 0, { ...bounds, isGiven: true })).toMatchObject({
    why: 'the 180 s that --max-time allows are over, or would be after the next wait',
  });
});

it.each([
  ['a first wait, however long it is', 70_000, 5_000, 0, true],
  ['waits of which all together are a window', 60_000, 50_000, 40_000, true],
  ['a second window', 120_000, 62_000, 60_000, false],
])('a run that waits for one window waits %s', (_what, until, now, waited, isWaited) => {
  expect(refuseWait(until, now, waited, { ...bounds, onlyWindow: 60_000 }) === undefined).toBe(isWaited);
});
