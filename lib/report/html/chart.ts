import { html, type Html } from './markup.ts';
import { fineTime, roundTicks, shortTime, type Scale } from './scale.ts';
import type { Timeline } from './timeline.ts';

/** The picture's size in its own units; a page scales it. */
export const CHART = { width: 920, height: 260, left: 60, right: 908, top: 14, bottom: 226 } as const;

/** The plane that a chart draws on. */
export const PLANE = {
  x: [CHART.left, CHART.right],
  y: [CHART.bottom, CHART.top],
} as const;

/**
 * A chart with a name and a description, for those who do not see it.
 *
 * @param id - of the page; the ids of title and description follow from it
 * @param height - in units of the picture
 */
export function chart(
  id: string,
  title: string,
  description: string,
  body: readonly Html[],
  height: number = CHART.height,
): Html {
  return html`<svg
    class="chart"
    viewBox="0 0 ${CHART.width} ${height}"
    role="img"
    aria-labelledby="${id}-title ${id}-desc"
  >
    <title id="${id}-title">${title}</title>
    <desc id="${id}-desc">${description}</desc>
    ${body}
  </svg>`;
}

/** Seconds below the plane, from the beginning of the run; silences as grey stretches with their length. */
export function timeAxis({ ticks, silences, length }: Timeline): Html {
  const height = CHART.bottom - CHART.top;
  return html`<g class="axis"
    >${silences.map(
      ({ from, to, left, right }) =>
        html`<rect
            class="wait"
            x="${place(left)}"
            y="${CHART.top}"
            width="${place(right - left)}"
            height="${height}"
          /><text x="${place((left + right) / 2)}" y="${CHART.top + 16}" text-anchor="middle"
            >${shortTime(Math.round((to - from) * 10) / 10, 0)}</text
          >`,
    )}<line x1="${CHART.left}" x2="${CHART.right}" y1="${CHART.bottom}" y2="${CHART.bottom}" />${ticks.map(
      ({ seconds, x }) =>
        html`<text x="${place(x)}" y="${CHART.bottom + 18}" text-anchor="middle">${shortTime(seconds, length)}</text>`,
    )}</g
  >`;
}

/** Seconds below the plane, where nothing is left out of it. @param span - what the plane shows, in seconds */
export function secondsAxis(x: Scale, span: number): Html {
  return html`<g class="axis"
    ><line x1="${CHART.left}" x2="${CHART.right}" y1="${CHART.bottom}" y2="${CHART.bottom}" />${roundTicks(
      0,
      span,
      8,
    ).map(
      (tick) =>
        html`<text x="${place(x.at(tick))}" y="${CHART.bottom + 18}" text-anchor="middle"
          >${fineTime(tick, span)}</text
        >`,
    )}</g
  >`;
}

/** Lines across the plane with their values at the left. */
export function heightAxis(ticks: readonly number[], y: Scale, unit = ''): Html {
  return html`<g class="axis"
    >${ticks.map(
      (tick) =>
        html`<line
            class="grid"
            x1="${CHART.left}"
            x2="${CHART.right}"
            y1="${place(y.at(tick))}"
            y2="${place(y.at(tick))}"
          /><text x="${CHART.left - 8}" y="${place(y.at(tick) + 4)}" text-anchor="end">${tick}${unit}</text>`,
    )}</g
  >`;
}

/** A coordinate with one decimal: more would only make the page larger. */
export function place(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

/** What the marks of a chart mean: a mark's class, and words. */
export function legend(entries: readonly (readonly [mark: string, words: string])[]): Html {
  return html`<ul class="legend">
    ${entries.map(
      ([mark, words]) =>
        html`<li>
          <svg viewBox="0 0 16 16" aria-hidden="true"><g class="${mark}">${SAMPLES[mark] ?? SAMPLES['dot']}</g></svg
          >${words}
        </li>`,
    )}
  </ul>`;
}

const SAMPLES: Readonly<Record<string, Html>> = {
  dot: html`<circle cx="8" cy="8" r="4" />`,
  'series-0': shapeAt('series-0', 8, 8, 4),
  'series-1': shapeAt('series-1', 8, 8, 4),
  'series-2': shapeAt('series-2', 8, 8, 4),
  'series-3': shapeAt('series-3', 8, 8, 4),
  remaining: html`<path d="M0 8H16" />`,
  second: html`<path d="M0 8H16" />`,
  reset: html`<path d="M8 0V16" />`,
  refused: shapeAt('refused', 8, 8, 4),
  admitted: html`<rect x="2" y="2" width="12" height="12" />`,
  'refused-bar': html`<rect x="2" y="2" width="12" height="12" />`,
  'other-bar': html`<rect x="2" y="2" width="12" height="12" />`,
  'asked-line': html`<path d="M0 8H16" />`,
  'limit-line': html`<path d="M0 8H16" />`,
  filling: html`<path d="M0 14H6V8H11V3H16" />`,
  'range-p50': html`<circle cx="8" cy="8" r="5" />`,
  'range-p95': html`<path class="thick" d="M0 8H16" />`,
  'range-p99': html`<path class="end" d="M8 1V15" />`,
  'range-most': html`<path class="thin" d="M0 8H16" />`,
  wait: html`<rect x="0" y="2" width="16" height="12" />`,
};

/** A mark: series differ in form, not only in colour. */
export function shapeAt(series: string, x: number, y: number, r: number): Html {
  const [left, right, top, bottom] = [x - r, x + r, y - r, y + r].map(place);
  switch (series) {
    case 'series-1':
      return html`<path d="M${left} ${bottom}H${right}L${place(x)} ${top}Z" />`;
    case 'series-2':
      return html`<path d="M${left} ${top}H${right}V${bottom}H${left}Z" />`;
    case 'series-3':
      return html`<path d="M${place(x)} ${top}L${right} ${place(y)}L${place(x)} ${bottom}L${left} ${place(y)}Z" />`;
    case 'refused':
      return html`<path d="M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}" />`;
    default:
      return html`<circle cx="${place(x)}" cy="${place(y)}" r="${place(r)}" />`;
  }
}

/** A table for those who do not see a chart, or want its figures. */
export function figuresTable(
  summary: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Html {
  return html`<details class="figures">
    <summary>${summary}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label="${summary}">${table(head, rows)}</div>
  </details>`;
}

/** A table whose first column names the rows, and whose others are figures. */
export function table(head: readonly string[], rows: readonly (readonly (string | number | Html)[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell, at) => (at === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
