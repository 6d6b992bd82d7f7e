import type { Knowledge } from '../../evidence/knowledge.ts';
import { RESET_JITTER_SECONDS, successive, type History } from './history.ts';

/** From this share of the window on it is no other one. */
const SHORTER = 3 / 4;

/** Where this share of the limit was used, it is restored when Remaining is all of it but this number again. */
const RESTORED_SHARE = 1 / 10;
const RESTORED_BUT = 3;

/**
 * How long the window is by what the responses announce, where that is shorter than the minute: each Reset is announced no
 * farther ahead than the next one follows it, and with each the limit is restored.
 *
 * @returns whole seconds; undefined where the announcements fit the window that the run knows of, or show nothing
 */
export function shorterWindow(history: History, { windows }: Pick<Knowledge, 'windows'>): number | undefined {
  const { takes, ahead } = history;
  if (ahead === undefined) return undefined;
  let farthest = 0;
  for (const { period, reset, to } of takes)
    if (period === 'minute' && reset !== undefined) farthest = Math.max(farthest, reset - (to + ahead.most) / 1_000);
  const turns = successive(history.steps).filter(
    ({ before, after }) =>
      before.period === 'minute' &&
      before.reset !== undefined &&
      after.reset !== undefined &&
      after.reset - before.reset > RESET_JITTER_SECONDS,
  );
  const low = turns.filter(
    ({ before, after: { limit = 0 } }) => (before.remaining ?? 0) < limit * (1 - RESTORED_SHARE),
  );
  const isRestored = low.every(({ after: { remaining = 0, limit = 0 } }) => remaining >= limit - RESTORED_BUT);
  const gaps = turns.map(({ before, after }) => (after.reset ?? 0) - (before.reset ?? 0));
  const seconds = Math.round(Math.min(...gaps));
  if (low.length === 0 || !isRestored || !(seconds < windows.minute * SHORTER)) return undefined;
  return farthest <= seconds + RESET_JITTER_SECONDS ? seconds : undefined;
}

/** What to do where the window only looks shorter because an installation for tests has a shorter minute. */
export function sayShorterWindow(seconds: number, { target }: Pick<Knowledge, 'target'>): string {
  const name = target === 'unnamed' || !/^[\w-]+$/.test(target) ? '' : `${target.replaceAll('-', '_').toUpperCase()}_`;
  return `the window looks like ${seconds} s; if this is a test installation with a shortened minute, set PETVET_${name}WINDOW_SECONDS=${seconds}`;
}
