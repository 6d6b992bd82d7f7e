import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellingOfTheRun } from './telling-of-the-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function told(live: boolean): readonly string[] {
  const said: string[] = [];
  const telling = tellingOfTheRun({ maxOfTheRun: 160 }, { err: (text) => said.push(text), live });
  telling.onWaiting?.(3_000, 'for the rate limit to reset');
  telling.onWaiting?.(3_000, 'for the rate limit to reset');
  telling.onWaiting?.(-1, 'for nothing');
  vi.advanceTimersByTime(9_000);
  return said;
}

it('tells of a wait as every command does, and of one for the same reason once', () => {
  expect(told(false)).toEqual(['waiting 3 s: for the rate limit to reset\n']);
});

it('counts it down on a terminal, and takes the line away', () => {
  const lines = new Set(told(true).map((text) => text.replace('\r\u001B[2K', '')));
  expect([...lines]).toEqual([
    'waiting 3 s: for the rate limit to reset',
    'waiting 2 s: for the rate limit to reset',
    '',
  ]);
});
