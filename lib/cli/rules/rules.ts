import { UsageError } from '../../errors.ts';
import { AREAS, RULE_IDS, areaOf, isArea, isRuleId, rules, type RuleId } from '../../rules/index.ts';
import type { JudgedBy } from '../../rules/rule.ts';
import { nearName } from '../../targets/near-name.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet rules` is told. */
export interface RulesFlags {
  readonly level?: string;
  readonly format?: 'json' | 'openapi';
}

/** Prints the catalogue, an area or one rule of it, or the interface as an OpenAPI document. */
export async function printRules(text: string | undefined, flags: RulesFlags, terminal: Terminal): Promise<void> {
  if (flags.format === 'openapi') {
    refuseBesideOpenApi(text, flags);
    // Only this needs the schemas.
    const { openApiDocument } = await import('../../shapes/openapi.ts');
    terminal.out(JSON.stringify(openApiDocument(), null, 2));
    return;
  }
  const area = text?.toUpperCase();
  const isOne = text !== undefined && !isArea(text.toUpperCase());
  if (isOne && flags.level !== undefined)
    throw new UsageError(
      `${text} and --level cannot both be given`,
      'name an area, such as LIST, or leave --level out',
    );
  const ids = isOne ? [idOf(text)] : idsOf(flags.level).filter((id) => area === undefined || areaOf(id) === area);
  const [one] = ids;
  if (flags.format === 'json') terminal.out(JSON.stringify(ids.map(recordOf)));
  else if (one === undefined) terminal.out(`No rule of ${area} has the level ${flags.level}.`);
  else terminal.out(isOne ? describeRule(one) : listRules(ids));
}

/** @throws {UsageError} for what would have no effect: the document is about the whole interface */
function refuseBesideOpenApi(text: string | undefined, { level }: RulesFlags): void {
  const other = level === undefined ? text : '--level';
  if (other !== undefined)
    throw new UsageError(`${other} and --format openapi cannot both be given`, 'give one of them');
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

/** One rule as `--format json` has it; what does not apply to it is left out. */
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
  client: 'by petvet client',
  configuration: 'from the configuration',
} as const satisfies Record<JudgedBy, string>;

function listRules(ids: readonly RuleId[]): string {
  const areas = Map.groupBy(ids, areaOf);
  return [...areas].map(([area, of]) => [AREAS[area], ...of.map(line)].join('\n')).join('\n\n');
}

function line(id: RuleId): string {
  return `  ${id.padEnd(10)} ${rules[id].level.padEnd(9)} ${rules[id].says}`;
}
