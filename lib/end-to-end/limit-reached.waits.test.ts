import { describe, expect, it } from 'vitest';
import type { ReferenceOptions } from '../reference/options.ts';
import { defaultRun, PATIENCE, REACHED } from './limit-reached.fixture.ts';
import { windowOfTry } from './window-of-try.fixture.ts';

/** Of each try, in seconds. */
const WINDOWS = [12, 30, 60] as const;

describe.concurrent(
  'a default run on the Free plan reaches the limit, and shows every rule,',
  // A minute of a few seconds may roll over in the middle of the burst, where a machine is busy: each try has a longer one.
  { timeout: PATIENCE, retry: 2 },
  () => {
    it.for<[string, ReferenceOptions]>([
      ['where 400 and 404 are not counted', { variant: 'failures-free' }],
      ['where only successes are counted', { variant: 'successes-counted' }],
      ['where failures are given back', { variant: 'failures-given-back' }],
      ['of a weighted counter of refusals', { variant: 'weighted-counter-of-refusals' }],
      ['of a bucket that announces when it is full', { limiter: 'token-bucket' }],
      [
        'after which one has to wait for a whole window, whenever the request came',
        { variant: 'retry-after-of-a-window' },
      ],
    ])('%s', async ([_of, options], { task }) => {
      const windowSeconds = windowOfTry(task, WINDOWS);
      expect(await defaultRun({ plan: 'free', windowSeconds, ...options })).toEqual(REACHED);
    });

    it('also where callers without a key may send few requests', async () => {
      const run = await defaultRun({ plan: 'free', windowSeconds: 8, variant: 'anonymous-few' });
      expect(run).toMatchObject({ outcome: 'conforming', open: [] });
    });

    it('of a bucket that refills while it is used up, and headers that speak of the day, but those of the minute', async ({
      task,
    }) => {
      const variant = 'headers-of-the-day-of-a-bucket';
      const { open } = await defaultRun({ plan: 'free', windowSeconds: windowOfTry(task, WINDOWS), variant });
      expect(open.map((one) => one.replace(/:.*/s, ''))).toEqual(['RATE-6', 'RATE-9', 'RATE-13']);
    });
  },
);
