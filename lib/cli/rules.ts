import { UsageError } from '../errors.ts';
import { HOW_TO_FIX } from '../report/how-to-fix.ts';
import { AREAS, RULE_IDS, areaOf, isRuleId, rules, type RuleId } from '../rules/index.ts';
import type { JudgedBy } from '../rules/rule.ts';
import { nearName } from '../targets/near-name.ts';
import type { RulesFlags } from './commands/rules.ts';
import type { Terminal } from './terminal.ts';

/** Prints the catalogue, one rule of it, or the interface as an OpenAPI document. */
export async function printRules(id: string | undefined, flags: RulesFlags, terminal: Terminal): Promise<void> {
  if (flags.openapi === true) {
    // Only this needs the schemas.
    const { openApiDocument } = await import('../shapes/openapi.ts');
    terminal.out(JSON.stringify(openApiDocument(), null, 2));
  } else if (id !== undefined) terminal.out(describeRule(id));
  else terminal.out(listRules(flags.level));
}

function describeRule(text: string): string {
  const id = text.toUpperCase();
  if (!isRuleId(id)) {
    const near = nearName(id, RULE_IDS);
    throw new UsageError(
      `${JSON.stringify(text)} is not a rule`,
      near === undefined ? '`petvet rules` lists them' : `did you mean ${near}?`,
    );
  }
  const { level, says, source, judged, by = 'check', needs = [], operations } = rules[id];
  const fix = HOW_TO_FIX[id];
  return [
    `${id}  (${level}, judged ${JUDGED[by]})`,
    `  requires   ${says}`,
    `  source     ${source}`,
    `  judged     ${judged}`,
    ...(operations === undefined ? [] : [`  operations ${operations.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`  needs      ${needs.join(', ')}`]),
    ...(fix === undefined ? [] : [`  to fix     ${fix}`]),
  ].join('\n');
}

/** Only commands that there are. */
const JUDGED = {
  check: 'by petvet check',
  load: 'by petvet load daily',
  client: 'on clients, not on services',
  configuration: 'from the configuration',
} as const satisfies Record<JudgedBy, string>;

function listRules(level: string | undefined): string {
  if (level !== undefined && !['must', 'should', 'observed'].includes(level)) {
    throw new UsageError(`--level ${JSON.stringify(level)} is not a level`, 'use must, should or observed');
  }
  const wanted = RULE_IDS.filter((id) => level === undefined || rules[id].level === level);
  const areas = Map.groupBy(wanted, areaOf);
  return [...areas].map(([area, ids]) => [AREAS[area], ...ids.map(line)].join('\n')).join('\n\n');
}

function line(id: RuleId): string {
  return `  ${id.padEnd(10)} ${rules[id].level.padEnd(9)} ${rules[id].says}`;
}
