import { quoted, sentence, tableRow } from '../text/markdown.ts';
import { badgeAddress, badgeWords, hasBadge } from './badge.ts';
import { byOperation } from './choice-groups.ts';
import type { Choice } from './choices.ts';
import type { Change, History, VersionStep } from './version-history.ts';
import { clientNote, clientTables, freedomWords, situationWords } from './client-tables.ts';
import type { PlainTable } from './plain-table.ts';
import { proceedingsOf } from './proceedings.ts';
import { evidenceAddress, type TableForm } from './table-form.ts';
import type { ClientRow, RegisterTable, TableRow } from './table.ts';
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

/** A register as Markdown. Nothing that a submission says is taken for markup. */
export function registerMarkdown(table: RegisterTable, form: TableForm): string {
  const { asOf, rows, clients, histories } = table;
  return [
    '# Register',
    '',
    asOfWords(asOf),
    '',
    ...(rows.length === 0 ? [] : rowLines(HEAD, rows, cellsOf, form)),
    ...(clients.length === 0 ? [] : ['## Clients', '', ...rowLines(CLIENT_HEAD, clients, clientCells, form)]),
    ...proceedingsOf(table).flatMap(plainLines),
    ...clientTables(table).flatMap(plainLines),
    ...(histories.length === 0 ? [] : ['## By version', '', HISTORY_LEAD, '', ...histories.flatMap(historyLines)]),
    ...choiceLines(table),
  ].join('\n');
}

const HEAD = ['implementation', 'version', 'result', 'catalogue', 'date', 'fresh until', 'must rules', 'note'];
const CLIENT_HEAD = ['client', 'version', 'result', 'date', 'fresh until', 'situations', 'freedoms', 'note'];

function rowLines<Row extends TableRow | ClientRow>(
  head: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly string[],
  form: TableForm,
): string[] {
  if (!form.hasBadges) return tableLines(head, rows.map(cells));
  return tableLines(
    [...head, 'badge'],
    rows.map((row) => [...cells(row), badgeOf(row, form)]),
  );
}

function plainLines({ title, lead, head, rows }: PlainTable): string[] {
  return [
    `## ${title}`,
    '',
    ...(lead === undefined ? [] : [lead, '']),
    ...tableLines(
      head,
      rows.map((row) => row.map((cell) => (cell === '' ? '' : quoted(cell)))),
    ),
  ];
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

function clientCells(row: ClientRow): string[] {
  const { name, version, standing, date = '', client } = row;
  return [
    quoted(name),
    quoted(version),
    STANDING_WORDS[standing.state],
    date,
    client?.freshUntil ?? '',
    situationWords(row),
    freedomWords(row),
    quoted(clientNote(row)),
  ];
}

/** It leads to the evidence, where the table says where that is. */
function badgeOf(row: TableRow | ClientRow, form: TableForm): string {
  if (!hasBadge(row)) return '';
  const badge = badgeAddress(row);
  return `[![petvet: ${sentence(badgeWords(row))}](${badge})](${evidenceAddress(row, form) ?? badge})`;
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
    ...byOperation(choices).flatMap(({ title, choices: some }) => [
      `### ${title}`,
      '',
      ...tableLines(
        ['rule', 'what', 'compared', ...implementations.map(({ name, version }) => quoted(`${name} ${version}`))],
        some.map((choice, index) => [
          ruleCell(choice, some[index - 1]),
          choice.what === undefined ? OTHERS : quoted(choice.what),
          differWord(choice),
          ...choice.of.map((said) => said.map((one) => quoted(one)).join('<br>')),
        ]),
      ),
    ]),
  ];
}

/** The title of a rule stands beside its first row. */
function ruleCell({ rule, title }: Choice, before: Choice | undefined): string {
  return before?.rule === rule ? `**${rule}**` : `**${rule}** ${sentence(title)}`;
}
