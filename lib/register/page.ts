import { documentOf } from '../report/html/document.ts';
import { html, section, shown, type Html } from '../report/html/markup.ts';
import type { Choice, RegisterTable, TableRow } from './table.ts';
import { noteOn, STATES } from './words.ts';

/** Characters of one text of a submission that are shown. */
const MOST = 400;

/** A register as one HTML file that needs nothing else. */
export function renderRegisterPage(table: RegisterTable): string {
  const { rows, implementations, choices } = table;
  const holding = rows.filter(({ state }) => state === 'holds').length;
  const isWhole = holding === rows.length;
  return documentOf({
    title: `Register: ${holding} of ${rows.length} certificates hold – petvet`,
    header: html`<header class="glance ${isWhole ? 'conforming' : 'incomplete'}">
      <p class="brand">petvet <span>register of implementations</span></p>
      <h1>
        <span class="badge" aria-hidden="true">${isWhole ? '✔' : '·'}</span>${holding} of ${rows.length} certificates
        hold
      </h1>
      <p class="means">
        Each was checked by judging its evidence again. What does not hold stands here with the reason.
      </p>
    </header>`,
    sections: [
      ['implementations', 'Implementations', section('implementations', 'Implementations', submissionTable(rows))],
      [
        'choices',
        'Where the specification is silent',
        choices.length === 0
          ? undefined
          : section(
              'choices',
              'Where the specification is silent',
              choiceTable(implementations, choices),
              'What each implementation does; all of it conforms.',
            ),
      ],
    ],
    archive: '',
  });
}

function submissionTable(rows: readonly TableRow[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Implementations">
    <table class="worded">
      <thead>
        <tr>
          ${['Implementation', 'Version', 'Result', 'Catalogue', 'Date', 'Fresh until', 'Must rules', 'Note'].map(
            (name) => html`<th scope="col">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(submissionRow)}
      </tbody>
    </table>
  </div>`;
}

function submissionRow(row: TableRow): Html {
  const { name, version, state, homepage, certificate } = row;
  const title = shown(name, 80);
  return html`<tr>
    <th scope="row">${homepage === undefined ? title : html`<a href="${homepage}" rel="noreferrer">${title}</a>`}</th>
    <td>${shown(version, 80)}</td>
    <td>${STATES[state]}</td>
    <td>${certificate !== undefined && shown(certificate.catalogue, 80)}</td>
    <td>${certificate !== undefined && certificate.date}</td>
    <td>${certificate !== undefined && certificate.freshUntil}</td>
    <td>${certificate !== undefined && `${certificate.mustRules.satisfied} satisfied`}</td>
    <td>${shown(noteOn(row), MOST)}</td>
  </tr>`;
}

function choiceTable(implementations: RegisterTable['implementations'], choices: readonly Choice[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Where the specification is silent">
    <table class="worded">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          ${implementations.map(({ name, version }) => html`<th scope="col">${shown(`${name} ${version}`, 80)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${choices.map(
          ({ rule, title, of }) =>
            html`<tr>
              <th scope="row"><span class="mono">${rule}</span> ${title}</th>
              ${of.map((said) => html`<td>${said.map((one) => html`${shown(one, MOST)}<br />`)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
