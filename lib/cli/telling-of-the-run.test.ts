import { expect, it } from 'vitest';
import { tellingOfTheRun } from './telling-of-the-run.ts';

it('tells of a wait as every command does, and of one for the same reason once', () => {
  const said: string[] = [];
  const telling = tellingOfTheRun({ maxOfTheRun: 160 }, { err: (text) => said.push(text) });
  const until = Date.now() + 60_000;
  const clock = new Date(until).toISOString().slice(11, 19);
  telling.onWaiting?.(until, 'for the rate limit to reset');
  telling.onWaiting?.(until, 'for the rate limit to reset');
  telling.onWaiting?.(Date.now() - 1, 'for nothing');
  expect(said).toEqual([`waiting until ${clock} UTC: for the rate limit to reset\n`]);
});
