import { expect, it } from 'vitest';
import { Queue } from './queue.ts';

const sittings = (...names: readonly string[]) => names.map((name) => ({ name, seed: 1, writes: true }));

const WAITING = ['one-less', 'token-bucket', 'retry-after-0'];
const BUSY = ['html-404', 'chunked', 'http-1.0'];

it('takes those that mostly wait first, up to their share of a process, and then the others', () => {
  const queue = new Queue(sittings(...BUSY, ...WAITING));
  const taken: string[] = [];
  let waiting = 0;
  for (let under = 0; under < 6; under++) {
    const { name = '' } = queue.next(waiting, 3) ?? {};
    taken.push(name);
    if (WAITING.includes(name)) waiting++;
  }
  expect(taken).toEqual(['one-less', 'token-bucket', ...BUSY, 'retry-after-0']);
  expect(queue.next(waiting, 3)).toBeUndefined();
});

it('a process with no others left takes more of those that wait', () => {
  const queue = new Queue(sittings(...WAITING));
  expect(WAITING.map((_, under) => queue.next(under, 1)?.name)).toEqual(WAITING);
});
