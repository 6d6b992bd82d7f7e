import type { Knowledge } from '../../evidence/knowledge.ts';
import type { History, Step } from './history.ts';
import type { Rate } from './kinds.ts';
import type { Take } from './take.ts';

/** A refusal although the answer before it, with nothing in between, had announced more places than were admitted since. */
export interface EarlyRefusal {
  readonly announcement: Take;
  readonly refusal: Take;
  readonly admitted: number;
  /** The figure had been admitted in that window: the refusal was due, what Remaining said was wrong. */
  readonly due: boolean;
}

/**
 * The refusals that Remaining did not announce. An announcement speaks of its own window only: one of the day says
 * nothing of the minute, and one on the way beside other requests says nothing of its neighbours.
 */
export function earlyRefusals({ steps }: History, rate: Rate | undefined): EarlyRefusal[] {
  return steps.flatMap((step, index) => {
    const announcement = quiet(steps[index - 1]);
    const refusal = step.takes.find(({ refused }) => refused);
    if (announcement?.remaining === undefined || announcement.period !== 'minute' || refusal === undefined) return [];
    if (announcement.refused) return [];
    const admitted = step.takes.filter(({ refused }) => !refused).length;
    if (admitted >= announcement.remaining) return [];
    const sofar = admittedBefore(steps, index, announcement) + admitted;
    return [{ announcement, refusal, admitted, due: rate !== undefined && sofar >= rate.figure }];
  });
}

/** How often a request that was announced to be within the limit was let in. */
export function keptAnnouncements({ steps }: History): number[] {
  return steps.flatMap((step, index) => {
    const announcement = quiet(steps[index - 1]);
    const isWithin = announcement?.period === 'minute' && (announcement.remaining ?? 0) >= step.takes.length;
    const [first] = step.takes;
    // No response is no sign of having been let in.
    return isWithin && first !== undefined && step.takes.every(({ refused, status }) => !refused && status !== 0)
      ? [first.number]
      : [];
  });
}

/** How long before a request an answer's word may have been given, at most, in milliseconds: half a window. */
export function isRecent({ announcement, refusal }: EarlyRefusal, { windows }: Knowledge): boolean {
  return refusal.from - announcement.to <= windows.minute * 500;
}

/** A wait this much longer than the minute's window is not for the minute: clocks, whole seconds. */
const LEEWAY_SECONDS = 5;

/**
 * Whether a refusal can be the day's, whatever an announcement said of the minute: its own headers say that the day is used
 * up, or they go on speaking of a minute that has places left, and ask to wait for longer than a minute lasts. Both figures
 * hold at once, and the specification does not say which of them the headers speak of. Source: section 8.
 */
export function isOfTheDay({ period, remaining, retryAfter }: Take, { windows }: Pick<Knowledge, 'windows'>): boolean {
  if (period === 'day') return remaining === 0;
  if (period !== 'minute' || remaining === undefined || remaining === 0 || retryAfter === undefined) return false;
  const seconds = retryAfter / 1_000;
  return seconds > windows.minute + LEEWAY_SECONDS && seconds <= windows.day + LEEWAY_SECONDS;
}

function quiet(step: Step | undefined): Take | undefined {
  const [only, ...others] = step?.takes ?? [];
  return others.length === 0 ? only : undefined;
}

/** Requests that were let in within the window of an announcement, that one included. */
function admittedBefore(steps: readonly Step[], before: number, { reset }: Take): number {
  return steps
    .slice(0, before)
    .flatMap(({ takes }) => takes)
    .filter((take) => !take.refused && take.reset !== undefined && reset !== undefined)
    .filter((take) => Math.abs((take.reset ?? 0) - (reset ?? 0)) <= 1).length;
}
