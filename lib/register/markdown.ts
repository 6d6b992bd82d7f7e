import { quoted, sentence, tableRow } from '../text/markdown.ts';
import { badgeAddress, badgeWords, hasBadge } from './badge.ts';
import type { Choice } from './choices.ts';
import type { Change, History, VersionStep } from './version-history.ts';
import { proceedingsOf } from './proceedings.ts';
import type { RegisterTable, TableRow } from './table.ts';
import {
  asOfWords,
  choicesLead,
  differWord,
  HISTORY_LEAD,
  noteOn,
  OTHERS,
  STANDING_WORDS,
  stepWords,
  unchangedWords,
} from './words.ts';

/** Where the badges of a table are: beside it, or nowhere. */
export interface TableForm {
  readonly hasBadges: boolean;
}

/** A register as Markdown. Nothing that a submission says is taken for markup. */
export function registerMarkdown(table: RegisterTable, { hasBadges }: TableForm): string {
  const { asOf, rows, histories } = table;
  const head = ['implementation', 'version', 'result', 'catalogue', 'date', 'fresh until', 'must rules', 'note'];
  return [
    '# Register',
    '',
    asOfWords(asOf),
    '',
    ...tableLines(
      hasBadges ? [...head, 'badge'] : head,
      rows.map((row) => (hasBadges ? [...cellsOf(row), badgeOf(row)] : cellsOf(row))),
    ),
    ...(histories.length === 0 ? [] : ['## By version', '', HISTORY_LEAD, '', ...histories.flatMap(historyLines)]),
    ...proceedingsOf(table).flatMap(({ title, head: names, rows: cells }) => [
      `## ${title}`,
      '',
      ...tableLines(
        names,
        cells.map((row) => row.map((cell) => (cell === '' ? '' : quoted(cell)))),
      ),
    ]),
    ...choiceLines(table),
  ].join('\n');
}

function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [tableRow(head), tableRow(head.map(() => '---')), ...rows.map((cells) => tableRow(cells)), ''];
}

function cellsOf(row: TableRow): string[] {
  const {
    name,
    version,
    standing: { state },
    date = '',
    certificate,
  } = row;
  const facts =
    certificate === undefined
      ? ['', date, '', '']
      : [quoted(certificate.catalogue), date, certificate.freshUntil, `${certificate.mustRules.satisfied} satisfied`];
  const note = noteOn(row);
  return [quoted(name), quoted(version), STANDING_WORDS[state], ...facts, note === '' ? '' : quoted(note)];
}

function badgeOf(row: TableRow): string {
  if (!hasBadge(row)) return '';
  const address = badgeAddress(row);
  return `[![petvet: ${sentence(badgeWords(row))}](${address})](${address})`;
}

function historyLines({ name, steps }: History): string[] {
  return [
    `### ${quoted(name)}`,
    '',
    ...tableLines(
      ['version', 'date', 'rule', 'what changed', 'before', 'after'],
      steps.flatMap((step, index) => stepRows(step, steps[index - 1])),
    ),
  ];
}

function stepRows(step: VersionStep, previous: VersionStep | undefined): string[][] {
  const { date = '', changes } = step;
  const lead = [quoted(stepWords(step, previous)), date];
  if (changes.length === 0) return [[...lead, '', unchangedWords(step, previous === undefined), '', '']];
  return changes.map((change, index) => [...(index === 0 ? lead : ['', '']), ...changeCells(change)]);
}

function changeCells({ about, rule, what, before, after }: Change): string[] {
  const title = about === 'choice' ? quoted(what) : sentence(what);
  return [rule === undefined ? '' : `**${rule}**`, title, quoted(before), quoted(after)];
}

function choiceLines({ implementations, choices }: RegisterTable): string[] {
  if (choices.length === 0) return [];
  return [
    '## Where the specification is silent',
    '',
    choicesLead(choices),
    '',
    ...tableLines(
      ['rule', 'what', 'compared', ...implementations.map(({ name, version }) => quoted(`${name} ${version}`))],
      choices.map((choice, index) => [
        ruleCell(choice, choices[index - 1]),
        choice.what === undefined ? OTHERS : quoted(choice.what),
        differWord(choice),
        ...choice.of.map((said) => said.map((one) => quoted(one)).join('<br>')),
      ]),
    ),
  ];
}

/** The title of a rule stands beside its first row. */
function ruleCell({ rule, title }: Choice, before: Choice | undefined): string {
  return before?.rule === rule ? `**${rule}**` : `**${rule}** ${sentence(title)}`;
}
