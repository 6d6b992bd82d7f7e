import { quoted, sentence, tableRow } from '../report/markdown.ts';
import type { RegisterTable, TableRow } from './table.ts';
import { noteOn, STATES } from './words.ts';

/** A register as Markdown. Nothing that a submission says is taken for markup. */
export function registerMarkdown({ rows, implementations, choices }: RegisterTable): string {
  return [
    '# Register',
    '',
    tableRow(['implementation', 'version', 'result', 'catalogue', 'date', 'fresh until', 'must rules', 'note']),
    tableRow(Array.from({ length: 8 }, () => '---')),
    ...rows.map((row) => tableRow(cellsOf(row))),
    '',
    ...(choices.length === 0
      ? []
      : [
          '## Where the specification is silent',
          '',
          tableRow(['rule', ...implementations.map(({ name, version }) => quoted(`${name} ${version}`))]),
          tableRow(Array.from({ length: implementations.length + 1 }, () => '---')),
          ...choices.map(({ rule, title, of }) =>
            tableRow([
              `**${rule}** ${sentence(title)}`,
              ...of.map((said) => said.map((one) => quoted(one)).join('<br>')),
            ]),
          ),
          '',
        ]),
  ].join('\n');
}

function cellsOf(row: TableRow): string[] {
  const { name, version, state, certificate } = row;
  const facts =
    certificate === undefined
      ? ['', '', '', '']
      : [
          quoted(certificate.catalogue),
          certificate.date,
          certificate.freshUntil,
          `${certificate.mustRules.satisfied} satisfied`,
        ];
  const note = noteOn(row);
  return [quoted(name), quoted(version), STATES[state], ...facts, note === '' ? '' : quoted(note)];
}
