import type { History } from './history.ts';
import type { Take } from './take.ts';

/** So many documented requests of one moment that are neither served nor answered 429 are refused for the limit. */
const ENOUGH = 2;

/** Requests beyond what was left that were turned away, but not with 429. */
export interface WrongRefusal {
  readonly announcement: Take;
  readonly turnedAway: readonly Take[];
}

/** Requests one after the other belong together where the next one left so soon after the answer before, in milliseconds. */
const SOON = 1_000;

/** The moments at which more was sent than was left, and nothing was answered 429. Source: section 8, "Behavior on exceeding", 1. */
export function wrongRefusals({ steps, ahead }: History): WrongRefusal[] {
  let [earlier, last]: (Take | undefined)[] = [];
  return steps.flatMap((step, index) => {
    const [remainedBefore, announcement] = [earlier?.remaining, last];
    [earlier, last] = [last, step.takes.at(-1)];
    const { remaining, period } = announcement ?? {};
    if (announcement === undefined || remaining === undefined || period !== 'minute') return [];
    // After its Reset nothing is over the limit that it announced.
    if (announcement.reset !== undefined && step.from >= soonestEnd(announcement, announcement.reset, ahead)) return [];
    // Once for each moment: it begins with the first of these answers.
    if (remaining === 0 && remainedBefore === 0) return [];
    const takes = momentFrom(steps, index, remaining);
    if (takes.length <= remaining || takes.some(({ refused }) => refused)) return [];
    const turnedAway = takes.filter(
      ({ regular, status }) => regular && status !== 404 && (status < 200 || status > 299),
    );
    return turnedAway.length >= ENOUGH ? [{ announcement, turnedAway }] : [];
  });
}

/** When the announced window may have ended, by our clock; where the service's is unknown that may have been soon. */
function soonestEnd({ to }: Take, reset: number, ahead: History['ahead']): number {
  return ahead === undefined ? to + SOON : reset * 1_000 - ahead.most;
}

/** What was sent at once; where nothing was left, also what followed soon after, as long as nothing came back. */
function momentFrom(steps: History['steps'], index: number, remaining: number): readonly Take[] {
  const takes = steps.at(index)?.takes.slice() ?? [];
  if (remaining > 0 || !takes.every(isTurnedAway)) return takes;
  for (let at = index + 1; at < steps.length; at++) {
    const step = steps.at(at);
    if (step === undefined) break;
    if (step.from - (takes.at(-1)?.to ?? 0) > SOON || !step.takes.every(isTurnedAway)) break;
    for (const take of step.takes) takes.push(take);
  }
  return takes;
}

/** Answered as no documented request is: what a body or an id deserves is no sign of the limit. */
function isTurnedAway({ status, remaining = 0 }: Take): boolean {
  return remaining === 0 && (status === 0 || status === 403 || status >= 500);
}
