import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workOn } from './register-workers.ts';

it('works on everything, so many at a time', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  await workOn([1, 2, 3, 4, 5], 2, async (one) => {
    now += 1;
    most = Math.max(most, now);
    await setImmediate();
    now -= 1;
    done.push(one);
  });
  expect({ done: done.toSorted((a, b) => a - b), most }).toEqual({ done: [1, 2, 3, 4, 5], most: 2 });
});

it('begins nothing more after a failure, waits for what is under way, and fails', async () => {
  const [begun, ended]: number[][] = [[], []];
  const slow = Promise.withResolvers<undefined>();
  const working = workOn([1, 2, 3, 4], 2, async (one) => {
    begun?.push(one);
    if (one === 2) throw new Error('the second');
    await slow.promise;
    ended?.push(one);
  });
  let isOver = false;
  const over = working.catch((error: unknown) => error).finally(() => (isOver = true));
  for (let turn = 0; turn < 5; turn += 1)
    // oxlint-disable-next-line no-await-in-loop -- whatever could begin would have begun
    await setImmediate();
  expect({ begun, ended, isOver }).toEqual({ begun: [1, 2], ended: [], isOver: false });
  slow.resolve(undefined);
  expect(await over).toEqual(new Error('the second'));
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: [1] });
});
