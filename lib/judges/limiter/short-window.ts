import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { largest, smallest } from '../../evidence/extremes.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { prefixOf, UNNAMED } from '../../evidence/target-name.ts';
import type { History } from './metered-history.ts';
import type { Batch } from './batch.ts';
import { TOLERANCES } from './prices.ts';

/** From this share of the window on it counts as the same; so does one that is shorter by no more than clocks and whole seconds explain. */
const SHORTER = 9 / 10;
const SHORTER_BY = 2;

/** Where this share of the limit was used, it counts as restored when Remaining is all but this number again. */
const RESTORED_SHARE = 1 / 10;
const RESTORED_BUT = 3;

/** A window that looks shorter than the configured one. */
export interface ShorterWindow {
  readonly seconds: number;
  /** If not, it may be even shorter. */
  readonly isKnown: boolean;
  /** The largest number of units that were restored when one window followed another. */
  readonly restored: number;
  /** The numbers of the exchanges that show it: the last and the first of two windows. */
  readonly shownBy: readonly number[];
}

/**
 * How long the window is by what the responses announce, where that is shorter than the minute: each Reset is announced no
 * farther ahead than the next one follows it, and with each the limit is restored.
 *
 * @returns undefined where the announcements fit the window that the run knows of, or show nothing
 */
export function findShorterWindow(
  { batches, clockOffset }: History,
  { windows }: Pick<Knowledge, 'windows'>,
): ShorterWindow | undefined {
  if (clockOffset === undefined) return undefined;
  const { first, turns, farthest, drift } = turnsIn(batches, clockOffset);
  // A Reset that moves with use is that of a bucket, or of a log.
  if (drift > TOLERANCES.resetSeconds) return undefined;
  const low = turns.filter(({ before, after: { limit } }) => before.lowest < limit * (1 - RESTORED_SHARE));
  const isRestored = low.every(({ after: { highest, limit } }) => highest >= limit - RESTORED_BUT);
  if (low.length === 0 || !isRestored) return undefined;
  const gap = smallest(turns.map(({ before, after }) => after.reset - before.reset));
  if (farthest > gap + TOLERANCES.resetSeconds) return undefined;
  // Resets that are whole minutes apart are those of the minute, at whatever second of the clock it begins.
  const isTheMinute = turns.every(({ before, after }) => (after.reset - before.reset) % windows.minute === 0);
  const length = isTheMinute ? gap : lengthBy(gap, [...first, ...turns.map(({ after }) => after)]);
  const seconds = length ?? gap;
  const shownBy = low.slice(0, 2).flatMap(({ before, after }) => [before.number, after.number]);
  const isShorter = seconds < windows.minute * SHORTER && seconds <= windows.minute - SHORTER_BY;
  if (seconds <= 0 || !isShorter) return undefined;
  const restored = largest(low.map(({ before, after }) => after.highest - before.lowest));
  return { seconds, isKnown: length !== undefined, restored, shownBy };
}

/** What was announced about the windows of a history. */
interface Turns {
  /** The first announcement, where there is one. */
  readonly first: readonly Announced[];
  /** Where one window followed another: its first announcement, and the last one of the window before. */
  readonly turns: readonly { readonly before: Announced; readonly after: Announced }[];
  /** How far ahead a Reset was at most, in seconds. */
  readonly farthest: number;
  /** How far a Reset moved within what looks like one window, in seconds. */
  readonly drift: number;
}

function turnsIn(batches: History['batches'], { most }: ClockSpan): Turns {
  const first: Announced[] = [];
  const turns: { before: Announced; after: Announced }[] = [];
  let [farthest, drift] = [-Infinity, 0];
  let opening: Announced | undefined;
  let before: Announced | undefined;
  for (const batch of batches)
    for (const after of announcedBy(batch)) {
      const isNext = before === undefined || after.reset - before.reset > TOLERANCES.resetSeconds;
      if (before === undefined) first.push(after);
      else if (isNext) turns.push({ before, after });
      if (isNext) opening = after;
      drift = Math.max(drift, after.reset - (opening?.reset ?? after.reset));
      farthest = Math.max(farthest, after.reset - (after.to + most) / 1_000);
      before = after;
    }
  return { first, turns, farthest, drift };
}

/**
 * A window that the clock opens is as long as one Reset follows another. One that a request opens may begin long after the
 * end of the one before: then the first responses of windows that begin whole announce the same distance to their Reset. One that was slow, as the
 * first of a service that has just started, announces less, and so does a window that was in use before the run began.
 *
 * @param gap - the least from one Reset to the next, in seconds
 * @param firsts - the first response of each window
 * @returns undefined where it may be shorter than the gap, and nothing tells how long it is
 */
function lengthBy(gap: number, firsts: readonly Announced[]): number | undefined {
  const distances = firsts
    .filter(isWhole)
    .flatMap(({ reset, date }) => (date === undefined ? [] : [Math.round(reset - date)]));
  // Without a Date only the gap shows it.
  if (distances.length === 0) return gap;
  const longest = largest(distances);
  const alike = distances.filter((one) => longest - one <= TOLERANCES.resetSeconds);
  const isFull = longest >= gap - TOLERANCES.resetSeconds;
  if (isFull && firsts.every(({ reset }) => reset % gap === 0)) return gap;
  if (alike.length >= ENOUGH_ALIKE) return Math.min(gap, smallest(alike));
  return isFull ? gap : undefined;
}

/** This many windows that are announced with one length are not a coincidence. */
const ENOUGH_ALIKE = 2;

function isWhole({ highest, limit }: Announced): boolean {
  return highest >= limit - RESTORED_BUT;
}

/** What a batch announced about the minute's window. */
interface Announced {
  /** The number of its first exchange. */
  readonly number: number;
  readonly limit: number;
  readonly lowest: number;
  readonly highest: number;
  /** The latest of it, in Unix seconds. */
  readonly reset: number;
  /** When the first response was received, in milliseconds since 1970. */
  readonly to: number;
  /** Its Date, in Unix seconds. */
  readonly date: number | undefined;
}

function announcedBy({ requests }: Batch): Announced[] {
  const of = requests.filter(
    ({ period, reset, remaining }) => period === 'minute' && reset !== undefined && remaining !== undefined,
  );
  const [first] = of;
  if (first?.limit === undefined) return [];
  const remaining = of.map((request) => request.remaining ?? 0);
  return [
    {
      number: first.number,
      limit: first.limit,
      lowest: smallest(remaining),
      highest: largest(remaining),
      reset: largest(of.map(({ reset = 0 }) => reset)),
      to: first.to,
      date: first.clockOffset === undefined ? undefined : (first.to + first.clockOffset.least) / 1_000,
    },
  ];
}

/** What to do where the window only looks shorter because an installation for tests has a shorter minute; a length that is not known is not suggested. */
export function sayShorterWindow({ seconds, isKnown }: ShorterWindow, { target }: Pick<Knowledge, 'target'>): string {
  const prefix = prefixOf(/^[\w-]+$/.test(target) ? target : UNNAMED);
  const looksLike = `the window seems to be ${seconds} s${isKnown ? '' : ' or less'}; on a test installation with shorter windows`;
  return isKnown
    ? `${looksLike}, set ${prefix}WINDOW_SECONDS=${seconds}`
    : `${looksLike}, ${prefix}WINDOW_SECONDS says how long they are`;
}
