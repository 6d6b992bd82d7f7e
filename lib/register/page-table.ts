import { html, type Html } from '../text/markup.ts';

/** A cell, or nothing. */
type Cell = Html | string | undefined;

/** A row of a table: the first of its cells is its heading. */
export interface PageRow {
  readonly cells: readonly Cell[];
  /** Its name, for links to it. */
  readonly id?: string;
  /** Whether implementations differ, for the filter. */
  readonly compared?: string;
}

/** Rows that belong together. */
export interface PageRows {
  readonly title?: Html;
  readonly rows: readonly PageRow[];
}

/** A table that is a list of cards where there is no room, and scrolls by itself where it has many columns. */
export function cardTable(label: string, head: readonly string[], ...groups: readonly PageRows[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table class="worded cards">
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      ${groups.map(
        ({ title, rows }) =>
          html`<tbody>
            ${
              title !== undefined &&
              html`<tr>
                <th scope="rowgroup" colspan="${head.length}">${title}</th>
              </tr>`
            }
            ${rows.map((row) => rowOf(row, head))}
          </tbody>`,
      )}
    </table>
  </div>`;
}

function rowOf({ cells: [heading, ...cells], id, compared }: PageRow, head: readonly string[]): Html {
  return html`<tr
    ${id !== undefined && html`id="${id}"`}
    ${compared !== undefined && html`data-compared="${compared}"`}
  >
    <th scope="row">${heading}</th>
    ${cells.map((cell, index) => html`<td data-of="${head[index + 1]}">${cell}</td>`)}
  </tr>`;
}
