import type { History } from './history.ts';
import type { Take } from './take.ts';

/** So many documented requests of one moment that are neither served nor answered 429 are refused for the limit. */
const ENOUGH = 2;

/** Requests beyond what was left that were turned away, but not with 429. */
export interface WrongRefusal {
  readonly announcement: Take;
  readonly turnedAway: readonly Take[];
}

/** The moments at which more was sent than was left, and nothing was answered 429. Source: section 8, "Behavior on exceeding", 1. */
export function wrongRefusals({ steps }: History): WrongRefusal[] {
  return steps.flatMap(({ takes }, index) => {
    const announcement = steps[index - 1]?.takes.at(-1);
    const { remaining, period } = announcement ?? {};
    if (announcement === undefined || remaining === undefined || period !== 'minute') return [];
    if (takes.length <= remaining || takes.some(({ refused }) => refused)) return [];
    const turnedAway = takes.filter(
      ({ regular, status }) => regular && status !== 404 && (status < 200 || status > 299),
    );
    return turnedAway.length >= ENOUGH ? [{ announcement, turnedAway }] : [];
  });
}
