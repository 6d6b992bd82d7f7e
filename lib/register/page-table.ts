import { html, type Html } from '../text/markup.ts';

/**
 * A table that scrolls by itself where the window is too narrow for it.
 *
 * @param groups - rows that belong together
 */
export function scrolling(label: string, head: readonly string[], ...groups: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table class="worded">
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      ${groups.map(
        (rows) =>
          html`<tbody>
            ${rows}
          </tbody>`,
      )}
    </table>
  </div>`;
}
