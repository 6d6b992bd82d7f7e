import type { LoadDocument } from '../shapes/load.ts';
import { COMPARED, type Compared, type RegressionLimit } from './compared.ts';
import { changeOf, type Change } from './load-change.ts';

/** How a figure of a later run differs from an earlier one. */
export interface Difference extends Change {
  readonly of: Compared;
  /** `ms`, or `%` of the requests. */
  readonly unit: 'ms' | '%';
  /** How it stands to the user's limit; absent where there is none. */
  readonly limit?: LimitState;
}

/**
 * How a change stands to a limit: `exceeded` only where the change is significant. A change that is beyond the limit is
 * `undecided` where there are too few windows to tell it from noise, and `not significant` where it looks like noise.
 */
export type LimitState = 'within' | 'exceeded' | 'not significant' | 'undecided';

/** How two load runs differ: by the windows of each, so that the noise between windows is known. */
export function differencesOf(
  before: LoadDocument,
  after: LoadDocument,
  limits: readonly RegressionLimit[],
): readonly Difference[] {
  return COMPARED.map((of) => {
    const change = changeOf(valuesOf(before, of), valuesOf(after, of));
    const limit = limits.find((one) => one.of === of);
    return {
      of,
      unit: of === 'errors' ? '%' : 'ms',
      ...change,
      ...(limit !== undefined && { limit: stateOf(change, limit) }),
    };
  });
}

function stateOf(change: Change, limit: RegressionLimit): LimitState {
  if (!isBeyond(change, limit)) return 'within';
  if (change.standsOut === undefined) return 'undecided';
  return change.standsOut ? 'exceeded' : 'not significant';
}

function isBeyond({ before, after, percent }: Change, { of, most }: RegressionLimit): boolean {
  if (of === 'errors') return after - before > most;
  return percent === undefined ? after > before : percent > most;
}

function valuesOf({ windows }: LoadDocument, of: Compared): number[] {
  const own = windows.filter(({ caller, sent }) => caller === 'primary' && sent > 0);
  return own.map((window) => (of === 'errors' ? (100 * window.other) / window.sent : window[of]));
}

/** What keeps two load runs from being compared, in a clause; undefined where nothing does. */
export function whyIncomparable(before: LoadDocument, after: LoadDocument): string | undefined {
  if (before.scenario !== after.scenario) return `one is ${before.scenario}, the other ${after.scenario}`;
  const [was, is] = [before, after].map(({ target }) => target.perMinute ?? target.plan);
  if (was !== is) return `one has a limit of ${was} per minute, the other of ${is}`;
  return before.windows.length === 0 || after.windows.length === 0 ? 'one of them sent nothing' : undefined;
}
