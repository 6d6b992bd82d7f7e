import { Buffer } from 'node:buffer';
import { documentOf } from '../report/html/document.ts';
import { headOf } from '../report/html/head.ts';
import { html, section, shown, type Html } from '../text/markup.ts';
import { badgeAddress, badgeWords, hasBadge, renderVersionBadge } from './badge.ts';
import { clientNote, clientTables, freedomWords, situationWords } from './client-tables.ts';
import { choicesSection } from './page-choices.ts';
import { cardTable, type PageRow } from './page-table.ts';
import { historySection } from './page-versions.ts';
import type { PlainTable } from './plain-table.ts';
import { proceedingsOf } from './proceedings.ts';
import { isListed } from './standing.ts';
import { evidenceAddress, rowId, type TableForm } from './table-form.ts';
import type { ClientRow, RegisterTable, TableRow } from './table.ts';
import { asOfWords, MOST_SHOWN, noteOn, STANDING_WORDS } from './words.ts';

/** A section of the page, with its name in the list of contents. */
type Section = readonly [id: string, title: string, body: Html | undefined];

/** A register as one HTML file that needs nothing else; its badges are in it. Who conforms comes first, and differences come last. */
export function renderRegisterPage(table: RegisterTable, form: TableForm): string {
  const { asOf, rows, clients } = table;
  const all = [...rows, ...clients];
  const holding = all.filter(({ standing }) => isListed(standing)).length;
  const others = all.filter(({ standing }) => !isListed(standing));
  return documentOf({
    title: `Register: ${holding} of ${all.length} versions are listed – petvet`,
    header: headOf({
      look: holding === all.length ? 'conforming' : 'incomplete',
      symbol: holding === all.length ? '✔' : '·',
      brand: 'register of implementations',
      words: `${holding} of ${all.length} versions are listed`,
      sentences: [{ text: `${asOfWords(asOf)} What is not listed comes after, with the reason.` }],
    }),
    sections: [
      tableSection(
        'implementations',
        'Implementations',
        HEAD,
        rows.filter(isOnList).map((row) => listedRow(row, form)),
      ),
      tableSection(
        'clients',
        'Clients',
        CLIENT_HEAD,
        clients.filter(isOnList).map((row) => clientRow(row, form)),
      ),
      tableSection(
        'others',
        'Not listed',
        OTHERS_HEAD,
        others.map((row) => otherRow(row, form)),
      ),
      ...proceedingsOf(table).map(plainSection),
      ...clientTables(table).map(plainSection),
      ['versions', 'By version', historySection(table)],
      ['choices', 'Where the specification is silent', choicesSection(table)],
    ],
    archive: '',
  });
}

const HEAD = ['Implementation', 'Result', 'Since', 'Until', 'Catalogue', 'Must rules', 'Note'];
const CLIENT_HEAD = ['Client', 'Result', 'Since', 'Until', 'Situations', 'Freedoms', 'Note'];
const OTHERS_HEAD = ['Name', 'Result', 'Since', 'Why', 'Next step'];

function isOnList({ standing }: TableRow | ClientRow): boolean {
  return isListed(standing);
}

function tableSection(id: string, title: string, head: readonly string[], rows: readonly PageRow[]): Section {
  return [id, title, rows.length === 0 ? undefined : section(id, title, cardTable(title, head, { rows }))];
}

function plainSection({ id, title, lead, head, rows }: PlainTable): Section {
  const harmless = rows.map((cells) => ({ cells: cells.map((cell) => shown(cell, MOST_SHOWN)) }));
  const names = head.map((name) => shown(name, MOST_SHOWN));
  return [id, title, section(id, title, cardTable(title, names, { rows: harmless }), lead)];
}

function listedRow(row: TableRow, form: TableForm): PageRow {
  const { date, certificate } = row;
  return rowOf(row, form, [
    date,
    certificate?.freshUntil,
    certificate && shown(certificate.catalogue, 80),
    certificate && `${certificate.mustRules.satisfied} satisfied`,
    shown(noteOn(row), MOST_SHOWN),
  ]);
}

function clientRow(row: ClientRow, form: TableForm): PageRow {
  const note = shown(clientNote(row), MOST_SHOWN);
  return rowOf(row, form, [row.date, row.client?.freshUntil, situationWords(row), freedomWords(row), note]);
}

function otherRow(row: TableRow | ClientRow, form: TableForm): PageRow {
  const { date, reason, next } = row.standing;
  return rowOf(row, form, [date, shown(reason, MOST_SHOWN), shown(next, MOST_SHOWN)]);
}

function rowOf(row: TableRow | ClientRow, form: TableForm, cells: PageRow['cells']): PageRow {
  const { name, version, homepage, standing } = row;
  const title = shown(name, 80);
  const linked = homepage === undefined ? title : html`<a href="${homepage}" rel="noreferrer">${title}</a>`;
  const heading = html`${linked} ${shown(version, 80)}<br />${badgeOf(row, form)}`;
  return { id: rowId(row), cells: [heading, STANDING_WORDS[standing.state], ...cells] };
}

/** The badge of a version, in the page, which loads nothing. It leads to the evidence, where the page says where that is. */
function badgeOf(row: TableRow | ClientRow, form: TableForm): Html {
  const source = `data:image/svg+xml;base64,${Buffer.from(renderVersionBadge(row)).toString('base64')}`;
  const evidence = evidenceAddress(row, form);
  const words = shown(`Badge of ${row.name} ${row.version}: ${badgeWords(row)}`, MOST_SHOWN);
  const picture = html`<img src="${source}" alt="${words}" height="20" />`;
  const to = evidence ?? (form.hasBadges && hasBadge(row) ? badgeAddress(row) : undefined);
  return to === undefined ? picture : html`<a href="${to}">${picture}</a>`;
}
