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
    return isWithin && first !== undefined && step.takes.every(({ refused }) => !refused) ? [first.number] : [];
  });
}

/** How long before a request an answer's word may have been given, at most, in milliseconds: half a window. */
export function isRecent({ announcement, refusal }: EarlyRefusal, { windows }: Knowledge): boolean {
  return refusal.from - announcement.to <= windows.minute * 500;
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
