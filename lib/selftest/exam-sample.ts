import { defects } from '../reference/defects/index.ts';
import { variants, variantsOfLimits } from '../reference/variants/index.ts';
import { DEEPER } from './exam-depth.ts';

/**
 * Defects that no check can show yet, and why. `petvet selftest` shows which of them are caught after all.
 */
export const NOT_YET: Readonly<Record<string, string>> = {
  'reset-never-comes': 'while nothing is sent the window ends as announced, and a check keeps silent then',
  'filter-hides-fetched': 'looking again changes what is shown, which looks like another client at work',
};

/** How many defects of each rule the tests examine; `petvet selftest` examines all of them. */
const OF_EACH_RULE = 2;

/** The names of some defects of every rule, those that a run at the default depth shows. */
export function sampleOfDefects(): readonly string[] {
  const shown = Object.entries(defects).filter(([name]) => NOT_YET[name] === undefined && !DEEPER.has(name));
  const byRule = Map.groupBy(shown, ([, { breaks }]) => breaks[0]);
  return [...byRule.values()].flatMap((all) => all.slice(0, OF_EACH_RULE).map(([name]) => name));
}

/** Every third variant is examined by the tests, and of those of the limiter, which mostly wait, every other one. */
const EVERY = { others: 3, ofLimits: 2 };

/** The names of some variants of every sort; `petvet selftest` examines all of them. */
export function sampleOfVariants(): readonly string[] {
  const [ofLimits = [], others = []] = [true, false].map((wanted) =>
    Object.keys(variants).filter((name) => variantsOfLimits.has(name) === wanted),
  );
  return [
    ...ofLimits.filter((_name, index) => index % EVERY.ofLimits === 0),
    ...others.filter((_name, index) => index % EVERY.others === 0),
  ];
}
