import { Buffer } from 'node:buffer';
import { html, prose, section, shown, type Html } from '../text/markup.ts';
import { badgeAddress, badgeWords, hasBadge, renderVersionBadge } from './badge.ts';
import type { Choice } from './choices.ts';
import type { Change, History, VersionStep } from './version-history.ts';
import { scrolling } from './page-table.ts';
import type { RegisterTable, TableRow } from './table.ts';
import { choicesLead, differWord, HISTORY_LEAD, MOST_SHOWN, OTHERS, stepWords, unchangedWords } from './words.ts';

/** What changed from version to version; undefined where no implementation has two. */
export function historySection({ histories }: RegisterTable): Html | undefined {
  if (histories.length === 0) return undefined;
  return section('versions', 'By version', histories.map(historyOf), HISTORY_LEAD);
}

function historyOf({ name, steps }: History): Html {
  const title = shown(name, 80);
  const head = ['Version', 'Date', 'Rule', 'What changed', 'Before', 'After'];
  const rows = steps.flatMap((step, index) => stepRows(step, steps[index - 1]));
  return html`<h3>${title}</h3>
    ${scrolling(`Versions of ${title}`, head, rows)}`;
}

function stepRows(step: VersionStep, previous: VersionStep | undefined): Html[] {
  const cells = step.changes.map(changeCells);
  return (cells.length === 0 ? [unchangedCells(step, previous === undefined)] : cells).map(
    (of) =>
      html`<tr>
        <th scope="row">${shown(stepWords(step, previous), MOST_SHOWN)}</th>
        <td>${step.date}</td>
        ${of}
      </tr>`,
  );
}

function unchangedCells(step: VersionStep, isFirst: boolean): Html {
  return html`<td></td>
    <td>${unchangedWords(step, isFirst)}</td>
    <td></td>
    <td></td>`;
}

function changeCells({ about, rule, what, before, after }: Change): Html {
  const title = shown(what, MOST_SHOWN);
  return html`<td><span class="mono">${rule}</span></td>
    <td>${about === 'choice' ? title : prose(title)}</td>
    <td>${shown(before, MOST_SHOWN)}</td>
    <td>${shown(after, MOST_SHOWN)}</td>`;
}

/** What implementations do where the specification is silent; undefined where none is known. */
export function choicesSection({ implementations, choices }: RegisterTable): Html | undefined {
  if (choices.length === 0) return undefined;
  const columns = implementations.map(({ name, version }) => shown(`${name} ${version}`, 80));
  const title = 'Where the specification is silent';
  const head = ['What', 'Compared', ...columns];
  const groups = [...Map.groupBy(choices, ({ rule }) => rule).values()].map((same) => ruleGroup(same, head.length));
  return section('choices', title, scrolling(title, head, ...groups), choicesLead(choices));
}

/** What one rule records, below its title. */
function ruleGroup(choices: readonly Choice[], width: number): Html[] {
  const [first] = choices;
  if (first === undefined) return [];
  return [
    html`<tr>
      <th scope="rowgroup" colspan="${width}"><span class="mono">${first.rule}</span> ${prose(first.title)}</th>
    </tr>`,
    ...choices.map(choiceRow),
  ];
}

function choiceRow(choice: Choice): Html {
  const { what, of } = choice;
  return html`<tr>
    <td>${what === undefined ? OTHERS : shown(what, MOST_SHOWN)}</td>
    <td>${differWord(choice)}</td>
    ${of.map((said) => html`<td>${said.map((one) => html`${shown(one, MOST_SHOWN)}<br />`)}</td>`)}
  </tr>`;
}

/** Part of the page, which loads nothing. */
function badgePicture(row: TableRow): Html {
  const source = `data:image/svg+xml;base64,${Buffer.from(renderVersionBadge(row)).toString('base64')}`;
  const words = shown(`Badge of ${row.name} ${row.version}: ${badgeWords(row)}`, MOST_SHOWN);
  return html`<img src="${source}" alt="${words}" height="20" />`;
}

/** The badge of a version; the file is what others embed. */
export function badgeCell(row: TableRow, hasBadges: boolean): Html {
  const picture = badgePicture(row);
  return hasBadges && hasBadge(row) ? html`<a href="${badgeAddress(row)}">${picture}</a>` : picture;
}
