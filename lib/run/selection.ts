import { UsageError } from '../errors.ts';
import { AREAS, RULE_IDS, areaOf, isRuleId, type RuleId } from '../rules/index.ts';
import { nearName } from '../targets/near-name.ts';

/** Which rules a run probes, and why it leaves out the others. */
export interface Selection {
  readonly chosen: readonly RuleId[];
  readonly leftOut: Readonly<Record<string, string>>;
}

/**
 * Reads `--rule` and `--skip`: ids of rules, or areas such as LIST, in any letter case, several separated by commas.
 *
 * @throws {UsageError} that names an id which is none, and the nearest one
 */
export function selectRules(only: readonly string[], skip: readonly string[]): Selection {
  const wanted = only.length === 0 ? RULE_IDS : only.flatMap((text) => readRuleIds(text, '--rule'));
  const skipped = new Set(skip.flatMap((text) => readRuleIds(text, '--skip')));
  const chosen = RULE_IDS.filter((id) => wanted.includes(id) && !skipped.has(id));
  if (chosen.length === 0)
    throw new UsageError(
      '--rule and --skip together leave no rule to judge',
      'name at least one rule, see `petvet rules`',
    );
  const leftOut = RULE_IDS.filter((id) => !chosen.includes(id)).map((id) => [
    id,
    skipped.has(id) ? SKIPPED : 'not chosen with --rule',
  ]);
  return { chosen, leftOut: Object.fromEntries(leftOut) };
}

const SKIPPED = 'left out with --skip';

/** Whether a rule was left out with `--skip`: nobody wants what shows it. */
export function isSkipped(id: RuleId, { leftOut }: Selection): boolean {
  return leftOut[id] === SKIPPED;
}

/**
 * Reads ids of rules, or areas such as LIST, in any letter case, several separated by commas.
 *
 * @param flag - where they were given, for the message
 * @throws {UsageError} that names an id which is none, and the nearest one
 */
export function readRuleIds(text: string, flag: string): RuleId[] {
  return text.split(',').flatMap((part) => {
    const id = part.trim().toUpperCase();
    if (isRuleId(id)) return [id];
    const area = RULE_IDS.filter((rule) => areaOf(rule) === id.replace(/-?\*?$/, ''));
    if (area.length > 0) return area;
    const near = nearName(id, [...RULE_IDS, ...Object.keys(AREAS)]);
    throw new UsageError(
      `${flag} ${JSON.stringify(part.trim())} is not a rule`,
      near === undefined ? '`petvet rules` lists them' : `did you mean ${near}? \`petvet rules\` lists them`,
    );
  });
}
