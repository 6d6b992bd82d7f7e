import { documentOf } from '../report/html/document.ts';
import { headOf } from '../report/html/head.ts';
import { html, section, shown, type Html } from '../text/markup.ts';
import type { TableForm } from './markdown.ts';
import { badgeCell, choicesSection, historySection } from './page-sections.ts';
import { proceedingsOf } from './proceedings.ts';
import { isListed } from './standing.ts';
import { scrolling } from './page-table.ts';
import type { RegisterTable, TableRow } from './table.ts';
import { asOfWords, MOST_SHOWN, noteOn, STANDING_WORDS } from './words.ts';

/** A register as one HTML file that needs nothing else; its badges are in it. */
export function renderRegisterPage(table: RegisterTable, { hasBadges }: TableForm): string {
  const { asOf, rows } = table;
  const { true: listed = [], false: others = [] } = Object.groupBy(rows, ({ standing }) =>
    isListed(standing) ? 'true' : 'false',
  );
  const holding = listed.length;
  const isWhole = holding === rows.length;
  return documentOf({
    title: `Register: ${holding} of ${rows.length} versions are listed – petvet`,
    header: headOf({
      look: isWhole ? 'conforming' : 'incomplete',
      symbol: isWhole ? '✔' : '·',
      brand: 'register of implementations',
      words: `${holding} of ${rows.length} versions are listed`,
      sentences: [{ text: `${asOfWords(asOf)} What is not listed comes after, with the reason.` }],
    }),
    sections: [
      [
        'implementations',
        'Implementations',
        section('implementations', 'Implementations', listedTable(listed, hasBadges)),
      ],
      [
        'others',
        'Not listed',
        others.length === 0 ? undefined : section('others', 'Not listed', othersTable(others, hasBadges)),
      ],
      ...proceedingsOf(table).map(
        ({ id, title, head, rows: cells }) =>
          [id, title, section(id, title, scrolling(title, head, cells.map(plainRow)))] as const,
      ),
      ['versions', 'By version', historySection(table)],
      ['choices', 'Where the specification is silent', choicesSection(table)],
    ],
    archive: '',
  });
}

const HEAD = ['Implementation', 'Version', 'Badge', 'Result', 'Since', 'Until', 'Catalogue', 'Must rules', 'Note'];

function listedTable(rows: readonly TableRow[], hasBadges: boolean): Html {
  return scrolling(
    'Implementations',
    HEAD,
    rows.map((row) => listedRow(row, hasBadges)),
  );
}

function listedRow(row: TableRow, hasBadges: boolean): Html {
  const { standing, date, certificate } = row;
  return html`<tr>
    ${nameCells(row, hasBadges)}
    <td>${STANDING_WORDS[standing.state]}</td>
    <td>${date}</td>
    <td>${certificate?.freshUntil}</td>
    <td>${certificate !== undefined && shown(certificate.catalogue, 80)}</td>
    <td>${certificate !== undefined && `${certificate.mustRules.satisfied} satisfied`}</td>
    <td>${shown(noteOn(row), MOST_SHOWN)}</td>
  </tr>`;
}

function othersTable(rows: readonly TableRow[], hasBadges: boolean): Html {
  const head = ['Implementation', 'Version', 'Badge', 'Result', 'Since', 'Why', 'Next step'];
  return scrolling(
    'Not listed',
    head,
    rows.map((row) => otherRow(row, hasBadges)),
  );
}

function otherRow(row: TableRow, hasBadges: boolean): Html {
  const { state, date, reason, next } = row.standing;
  return html`<tr>
    ${nameCells(row, hasBadges)}
    <td>${STANDING_WORDS[state]}</td>
    <td>${date}</td>
    <td>${shown(reason, MOST_SHOWN)}</td>
    <td>${next}</td>
  </tr>`;
}

function nameCells(row: TableRow, hasBadges: boolean): Html {
  const { name, version, homepage } = row;
  const title = shown(name, 80);
  return html`<th scope="row">
      ${homepage === undefined ? title : html`<a href="${homepage}" rel="noreferrer">${title}</a>`}
    </th>
    <td>${shown(version, 80)}</td>
    <td>${badgeCell(row, hasBadges)}</td>`;
}

function plainRow(cells: readonly string[]): Html {
  return html`<tr>
    ${cells.map((cell) => html`<td>${shown(cell, MOST_SHOWN)}</td>`)}
  </tr>`;
}
