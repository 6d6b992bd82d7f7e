import { documentOf } from '../report/html/document.ts';
import { headOf } from '../report/html/head.ts';
import { html, section, shown, type Html } from '../text/markup.ts';
import type { TableForm } from './markdown.ts';
import { badgesSection, choicesSection, historySection } from './page-sections.ts';
import { scrolling } from './page-table.ts';
import { STATES } from './submission.ts';
import type { RegisterTable, TableRow } from './table.ts';
import { asOfWords, MOST_SHOWN, noteOn } from './words.ts';

/** A register as one HTML file that needs nothing else; its badges are in it. */
export function renderRegisterPage(table: RegisterTable, { hasBadges }: TableForm): string {
  const { asOf, rows } = table;
  const holding = rows.filter(({ state }) => state === 'holds').length;
  const isWhole = holding === rows.length;
  return documentOf({
    title: `Register: ${holding} of ${rows.length} certificates are valid – petvet`,
    header: headOf({
      look: isWhole ? 'conforming' : 'incomplete',
      symbol: isWhole ? '✔' : '·',
      brand: 'register of implementations',
      words: `${holding} of ${rows.length} certificates are valid`,
      sentences: [{ text: `${asOfWords(asOf)} What is not valid is listed with the reason.` }],
    }),
    sections: [
      ['implementations', 'Implementations', section('implementations', 'Implementations', submissionTable(rows))],
      ['versions', 'By version', historySection(table)],
      ['choices', 'Where the specification is silent', choicesSection(table)],
      ['badges', 'Badges', badgesSection(table, hasBadges)],
    ],
    archive: '',
  });
}

const HEAD = ['Implementation', 'Version', 'Result', 'Catalogue', 'Date', 'Fresh until', 'Must rules', 'Note'];

function submissionTable(rows: readonly TableRow[]): Html {
  return scrolling('Implementations', HEAD, rows.map(submissionRow));
}

function submissionRow(row: TableRow): Html {
  const { name, version, state, homepage, date, certificate } = row;
  const title = shown(name, 80);
  return html`<tr>
    <th scope="row">${homepage === undefined ? title : html`<a href="${homepage}" rel="noreferrer">${title}</a>`}</th>
    <td>${shown(version, 80)}</td>
    <td>${STATES[state]}</td>
    <td>${certificate !== undefined && shown(certificate.catalogue, 80)}</td>
    <td>${date}</td>
    <td>${certificate !== undefined && certificate.freshUntil}</td>
    <td>${certificate !== undefined && `${certificate.mustRules.satisfied} satisfied`}</td>
    <td>${shown(noteOn(row), MOST_SHOWN)}</td>
  </tr>`;
}
