import { UsageError } from '../errors.ts';
import { AREAS, RULE_IDS, areaOf, isRuleId, rules, type RuleId } from '../rules/index.ts';
import type { JudgedBy } from '../rules/rule.ts';
import { nearName } from '../targets/near-name.ts';
import type { RulesFlags } from './commands/rules.ts';
import type { Terminal } from './terminal.ts';

/** Prints the catalogue, one rule of it, or the interface as an OpenAPI document. */
export async function printRules(text: string | undefined, flags: RulesFlags, terminal: Terminal): Promise<void> {
  if (flags.openapi === true) {
    if (flags.json === true) throw new UsageError('--json and --openapi contradict each other', 'give one of them');
    // Only this needs the schemas.
    const { openApiDocument } = await import('../shapes/openapi.ts');
    terminal.out(JSON.stringify(openApiDocument(), null, 2));
    return;
  }
  const ids = text === undefined ? idsOf(flags.level) : [idOf(text)];
  const [one] = ids;
  if (flags.json === true) terminal.out(JSON.stringify(ids.map(recordOf)));
  else terminal.out(text === undefined || one === undefined ? listRules(ids) : describeRule(one));
}

function idOf(text: string): RuleId {
  const id = text.toUpperCase();
  if (isRuleId(id)) return id;
  const near = nearName(id, RULE_IDS);
  throw new UsageError(
    `${JSON.stringify(text)} is not a rule`,
    near === undefined ? '`petvet rules` lists them' : `did you mean ${near}?`,
  );
}

function idsOf(level: string | undefined): readonly RuleId[] {
  if (level !== undefined && !['must', 'should', 'observed'].includes(level)) {
    throw new UsageError(`--level ${JSON.stringify(level)} is not a level`, 'use must, should or observed');
  }
  return RULE_IDS.filter((id) => level === undefined || rules[id].level === level);
}

/** One rule as `--json` has it; what does not apply to it is left out. */
function recordOf(id: RuleId) {
  const { level, says, source, judged, by = 'check', needs = [], operations, toFix } = rules[id];
  return {
    id,
    level,
    area: areaOf(id),
    requires: says,
    source,
    judged,
    by,
    needs,
    ...(operations !== undefined && { operations }),
    ...(toFix !== undefined && { toFix }),
  };
}

function describeRule(id: RuleId): string {
  const { level, requires, source, judged, by, needs, operations, toFix } = recordOf(id);
  return [
    `${id}  (${level}, judged ${JUDGED[by]})`,
    `  requires   ${requires}`,
    `  source     ${source}`,
    `  judged     ${judged}`,
    ...(operations === undefined ? [] : [`  operations ${operations.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`  needs      ${needs.join(', ')}`]),
    ...(toFix === undefined ? [] : [`  to fix     ${toFix}`]),
  ].join('\n');
}

/** Only commands that there are. */
const JUDGED = {
  check: 'by petvet check',
  load: 'by petvet load daily',
  client: 'on clients, not on services',
  configuration: 'from the configuration',
} as const satisfies Record<JudgedBy, string>;

function listRules(ids: readonly RuleId[]): string {
  const areas = Map.groupBy(ids, areaOf);
  return [...areas].map(([area, of]) => [AREAS[area], ...of.map(line)].join('\n')).join('\n\n');
}

function line(id: RuleId): string {
  return `  ${id.padEnd(10)} ${rules[id].level.padEnd(9)} ${rules[id].says}`;
}
