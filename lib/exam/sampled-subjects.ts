import { createHash } from 'node:crypto';
import { CHECK_JUDGES } from '../judges/index.ts';
import { defects } from '../reference/defects/index.ts';
import { variants, variantsOfLimits } from '../reference/variants/index.ts';
import { DEEPER } from './depth.ts';

/**
 * Defects that no check can show yet, and why. `petvet selftest` shows which of them are caught after all.
 */
export const NOT_YET: Readonly<Record<string, string>> = {
  'reset-never-comes': 'while nothing is sent the window ends as announced, and a check keeps silent then',
  'day-only': 'the headers say nothing of the minute, whose window may begin anew in the middle of what is sent',
};

/** For each judge what would be missed without it, as the judge itself says. */
export const NEEDS_JUDGE: Readonly<Record<string, string>> = Object.fromEntries(
  CHECK_JUDGES.flatMap(({ name, neededFor }) => (neededFor === undefined ? [] : [[name, neededFor]])),
);

/** How many defects of each rule the tests examine, besides those that need one judge; `petvet selftest` examines all of them. */
const OF_EACH_RULE = 1;

/** One variant in five is examined by the tests, and of those of the limiter, which mostly wait, one in three. */
const EVERY = { others: 5, ofLimits: 3 };

/**
 * The names of some defects of every rule, those that a run at the default depth shows. The hash of a name decides, so that
 * one more defect takes the place of one other of its rule at most, and the order of the files none.
 */
export function sampleOfDefects(): readonly string[] {
  const shown = Object.entries(defects).filter(([name]) => NOT_YET[name] === undefined && !DEEPER.has(name));
  const byRule = Map.groupBy(shown, ([, { breaks }]) => breaks[0]);
  return [...byRule.values()].flatMap((all) =>
    chosen(
      all.map(([name]) => name),
      OF_EACH_RULE,
    ),
  );
}

/** The names of some variants of every sort, by the hash of each; `petvet selftest` examines all of them. */
export function sampleOfVariants(): readonly string[] {
  return Object.keys(variants).filter((name) =>
    drawn(name, variantsOfLimits.has(name) ? EVERY.ofLimits : EVERY.others),
  );
}

/** That many of the names, the same ones whatever others there are. */
export function chosen(names: readonly string[], count: number): readonly string[] {
  return names.toSorted((a, b) => hashOf(a) - hashOf(b)).slice(0, count);
}

/** Whether a name is drawn, as one in `every` is. */
export function drawn(name: string, every: number): boolean {
  return hashOf(name) % every === 0;
}

function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE();
}
