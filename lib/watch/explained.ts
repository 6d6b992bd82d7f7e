import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { LIMITER_RULES } from '../judges/index.ts';
import type { RuleId } from '../rules/index.ts';
import { numbered, type Unnumbered } from './as-sent.ts';
import { withLostLines } from './lost-lines.ts';

/** Why what looks violated may be none: the log misses lines, or the service restarted and forgot what it had counted. */
export type Doubt = 'lost lines' | 'restart';

/** Traffic as it would be if something had happened that no log shows: what is violated then as well has no such excuse. */
export interface Explained {
  readonly by: Doubt;
  /** What it can be the reason of. */
  readonly rules: readonly RuleId[];
  /** Each is judged on its own: a service that restarts begins to count anew. */
  readonly parts: readonly (readonly Unnumbered[])[];
}

/**
 * The requests before which the service may have restarted: Remaining rose before its Reset, the most in all of the traffic. Who has forgotten
 * everything refuses nobody.
 */
function possibleRestarts(all: readonly Exchange[]): readonly number[] {
  const own = all.flatMap(({ id, request, answer, times }) => {
    const figure = (name: string) => Number.parseInt(headerValue(answer?.headers ?? [], name) ?? '', 10);
    const [remaining, reset] = [figure(RATE_LIMIT_HEADERS.remaining), figure(RATE_LIMIT_HEADERS.reset)];
    const isTold = request.credential !== 'second' && !Number.isNaN(remaining);
    return isTold ? [{ id, remaining, reset, at: times.startedAt / 1_000, isRefused: answer?.status === 429 }] : [];
  });
  const rises = own.flatMap(({ id, remaining, at, isRefused }, index) => {
    const before = own[index - 1];
    const isDue = before === undefined || at > before.reset;
    return isDue || isRefused || remaining <= before.remaining ? [] : [{ id, rise: remaining - before.remaining }];
  });
  return rises
    .toSorted((a, b) => b.rise - a.rise)
    .slice(0, MOST_RISES)
    .map(({ id }) => id);
}

/** Limiters give back in steps as well: of some rises one may be that of a restart. */
const MOST_RISES = 4;

/** A service that forgot what it had counted announces and admits too much; it refuses nobody, and says nothing else that is wrong. */
const FORGOTTEN: readonly RuleId[] = ['RATE-4', 'RATE-5'];

/** What may have happened to traffic in which a rule of the limiter looks violated. */
export function explanationsOf({
  own,
  others,
  isComplete,
}: {
  readonly own: readonly Unnumbered[];
  readonly others: readonly Unnumbered[];
  readonly isComplete: boolean;
}): Explained[] {
  const all = numbered([...own, ...others]);
  const restarts = possibleRestarts(all).map((moment): Explained => ({
    by: 'restart',
    rules: FORGOTTEN,
    parts: [all.filter(({ id }) => id < moment), all.filter(({ id }) => id >= moment)],
  }));
  const lost: Explained = {
    by: 'lost lines',
    rules: LIMITER_RULES,
    parts: [[...withLostLines(own), ...withLostLines(others)]],
  };
  return isComplete ? restarts : [...restarts, lost];
}
