import { printable } from '../text/printable.ts';

/** How sentences name one of the two runs of a comparison. */
interface RunName {
  /** `on staging`, or `before`. */
  readonly on: string;
  /** `the run on staging`, or `the first run`. */
  readonly run: string;
  /** `staging`, or `the service before`. */
  readonly service: string;
}

/** How sentences name the runs of a comparison: by their targets, where these differ. */
export interface RunNames {
  readonly before: RunName;
  readonly after: RunName;
}

/** Names two runs. @param before - the target of the first run; @param after - of the other */
export function namesOfRuns(before: string, after: string): RunNames {
  return before === after
    ? { before: byOrder('before', 'first'), after: byOrder('after', 'second') }
    : { before: byTarget(before), after: byTarget(after) };
}

/** Runs that are told by their order. */
export const BY_ORDER: RunNames = namesOfRuns('', '');

/** Characters of a target that a sentence names: a report from elsewhere may have any. */
const MOST_NAME = 60;

function byTarget(name: string): RunName {
  const target = printable(name, MOST_NAME);
  return { on: `on ${target}`, run: `the run on ${target}`, service: target };
}

function byOrder(when: 'before' | 'after', place: 'first' | 'second'): RunName {
  return { on: when, run: `the ${place} run`, service: `the service ${when}` };
}
