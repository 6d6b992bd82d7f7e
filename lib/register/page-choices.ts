import { html, prose, section, shown, type Html } from '../text/markup.ts';
import { byOperation, type ChoiceGroup } from './choice-groups.ts';
import type { Choice } from './choices.ts';
import { cardTable, type PageRow, type PageRows } from './page-table.ts';
import type { RegisterTable } from './table.ts';
import { choicesLead, differWord, MOST_SHOWN, OTHERS } from './words.ts';

/** What implementations do where the specification is silent, by operation; undefined where nothing is known. */
export function choicesSection({ implementations, choices }: RegisterTable): Html | undefined {
  if (choices.length === 0) return undefined;
  const head = ['What', 'Compared', ...implementations.map(({ name, version }) => shown(`${name} ${version}`, 80))];
  const groups = byOperation(choices);
  const body = [filtersFor(groups), ...groups.map((group) => groupOf(group, head))];
  return section('choices', 'Where the specification is silent', body, choicesLead(choices));
}

/** Only the script of the page shows them: without it all rows are there. */
function filtersFor(groups: readonly ChoiceGroup[]): Html {
  return html`<form class="filters rows" id="row-filters" aria-label="Filter" hidden>
    <label>Search <input type="search" id="row-find" /></label>
    <label
      >Operation
      <select id="row-group">
        <option value="">all</option>
        ${groups.map(({ title }) => html`<option>${title}</option>`)}
      </select></label
    >
    <label
      >Implementations
      <select id="row-compared">
        <option value="">all rows</option>
        <option>differ</option>
        <option value="same">do the same</option>
      </select></label
    >
    <p id="row-found" role="status"></p>
  </form>`;
}

function groupOf({ title, choices }: ChoiceGroup, head: readonly string[]): Html {
  const rules = [...Map.groupBy(choices, ({ rule }) => rule).values()].flatMap(rowsOfRule);
  return html`<div data-group="${title}">
    <h3 id="choices-${title.replaceAll(' ', '-')}">${title}</h3>
    ${cardTable(`Where the specification is silent: ${title}`, head, ...rules)}
  </div>`;
}

/** What one rule records, below its title. */
function rowsOfRule(choices: readonly Choice[]): PageRows[] {
  const [first] = choices;
  if (first === undefined) return [];
  const title = html`<span class="mono">${first.rule}</span> ${prose(first.title)}`;
  return [{ title, rows: choices.map(choiceRow) }];
}

function choiceRow(choice: Choice): PageRow {
  const { what, of } = choice;
  const compared = differWord(choice);
  const did = of.map((said) =>
    said.length === 0 ? undefined : html`${said.map((one) => html`${shown(one, MOST_SHOWN)}<br />`)}`,
  );
  return { compared, cells: [what === undefined ? OTHERS : shown(what, MOST_SHOWN), compared, ...did] };
}
