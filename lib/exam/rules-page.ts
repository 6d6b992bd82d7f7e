import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import type { Variant } from '../reference/variants/variant.ts';
import { anchorOf as anchorOfStack, violationsOf } from '../../lab/harness/stacks-page.ts';
import type { Stack } from '../../lab/harness/stacks.ts';
import { printable } from '../text/printable.ts';
import { counted } from '../text/counted.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { AREAS, areaOf, RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { JudgedBy, Rule } from '../rules/rule.ts';
import type { Matrix, MatrixRow } from './matrix.ts';

/** As many defects of a rule as the page describes; `petvet selftest` lists all of them. */
const MOST_DEFECTS = 4;

const INTRODUCTION = `# Rule catalogue

<!-- made by npm run catalogue and npm run figures; a test compares -->

Version ${CATALOGUE_VERSION} of the catalogue has ${counted(RULE_IDS.length, 'rule')}. A **must** is stated by the specification, a **should** follows from a standard
that it builds on, and what is **observed** is left open: petvet records it and does not judge it. \`petvet rules LIST-2\` prints one of them, with
\`--format json\` for programs; \`petvet rules --format openapi\` prints the interface as an OpenAPI 3.1 document.

For each rule this page says what it requires, where that is written, how petvet judges it, and how to fix a violation. It also names what conforming
services may do nevertheless, and which defects of the reference server petvet detected. The lines for your framework are in
[popular stacks](stacks.md), the words in [reports](reports.md#words).`;

/** How a rule is judged if not by petvet check. */
const JUDGED_BY: Readonly<Record<JudgedBy, string | undefined>> = {
  check: undefined,
  load: 'judged by `petvet load daily`',
  client: 'judged by `petvet client`',
  configuration: 'judged from the configuration',
};

/**
 * The rule catalogue as a page of Markdown.
 *
 * @param matrix - what an examination detected
 * @param stacks - those of the lab, some of which violate a rule out of the box
 */
export function renderRulesPage(matrix: Matrix, stacks: readonly Stack[]): string {
  const areas = [...Map.groupBy(RULE_IDS, areaOf)];
  const contents = areas.map(
    ([area, ids]) => `- ${AREAS[area]}: ${ids.map((id) => `[${id}](#${anchorOf(id)})`).join(', ')}`,
  );
  const sections = areas.map(([area, ids]) =>
    [`## ${AREAS[area]}`, ...ids.map((id) => sectionOf(id, matrix, stacks))].join('\n\n'),
  );
  return `${[INTRODUCTION, contents.join('\n'), ...sections].join('\n\n')}\n`;
}

function anchorOf(id: RuleId): string {
  return id.toLowerCase();
}

function sectionOf(id: RuleId, matrix: Matrix, stacks: readonly Stack[]): string {
  const { level, says, source, judged, by = 'check', needs = [], operations }: Rule = rules[id];
  const levelAndJudge = [level, ...(JUDGED_BY[by] === undefined ? [] : [JUDGED_BY[by]])].join(', ');
  const allowed = Object.entries(variants)
    .filter(([, { closeTo = [] }]) => closeTo.includes(id))
    .map(([name, variant]) => variantLine(name, variant));
  const detected = detectedUnder(id, matrix);
  const fix = rules[id].toFix;
  const facts = [
    `- **Level:** ${levelAndJudge}`,
    `- **Source:** ${source}`,
    `- **How it is judged:** ${judged}`,
    ...(operations === undefined ? [] : [`- **On each of:** ${operations.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`- **Needs:** ${needs.join(', ')}`]),
    ...(allowed.length === 0 ? [] : [`- **Conforming, too** (variants that pass):`, ...allowed]),
    ...detected,
    ...violatedOutOfTheBox(id, stacks),
    ...(fix === undefined ? [] : [`- **To fix it:** ${fix}`]),
  ];
  return [`### ${id}`, `${sentence(says)}.`, facts.join('\n')].join('\n\n');
}

function variantLine(name: string, { says, warns = [] }: Variant): string {
  const warned = warns.length === 0 ? '' : ` (warned of: ${warns.join(', ')})`;
  return `  - ${plain(says)}${warned}: \`${name}\``;
}

/** The defects whose blame is first this rule's, and how many of them were detected. */
function detectedUnder(id: RuleId, { rows, seeds }: Matrix): string[] {
  const own = rows.filter(({ kind, breaks }) => kind === 'defect' && breaks[0] === id);
  if (own.length === 0) return [];
  const caught = own.filter(isDetected);
  const more = caught.length - MOST_DEFECTS;
  const each = seeds.length === 1 ? '' : `, with each of ${seeds.length} seeds`;
  return [
    `- **Defects detected:** ${caught.length} of ${own.length}${each}${more > 0 ? ', among them' : ''}`,
    ...caught.slice(0, MOST_DEFECTS).map(({ name }) => `  - ${plain(defects[name]?.says ?? '')}: \`${name}\``),
  ];
}

/** The stacks of the lab whose natural version violates a rule, each with a link to the lines that fix it. */
function violatedOutOfTheBox(id: RuleId, stacks: readonly Stack[]): string[] {
  const violating = stacks
    .filter((stack) => violationsOf(stack).some(({ rule }) => rule === id))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title }) => `[${title}](stacks.md#${anchorOfStack(title)})`);
  return violating.length === 0 ? [] : [`- **Violated out of the box by:** ${violating.join('; ')}`];
}

function isDetected({ runs }: MatrixRow): boolean {
  return runs.length > 0 && runs.every(({ state }) => state === 'caught');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What Markdown would read as markup, made plain. */
function plain(text: string): string {
  return printable(text).replace(/[\\*_<>[\]`]/g, (mark) => `\\${mark}`);
}
