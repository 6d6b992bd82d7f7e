import { html, type Html } from '../../text/markup.ts';
import { fineTime, roundTicks, shortTime, type Scale } from './scale.ts';
import type { Timeline } from './timeline.ts';

/**
 * A chart is as wide as its place, and as high as it says: only across do its coordinates stretch, from 0 to `width`. Text, marks and
 * lines keep their size, so that they can be read at any width.
 */
export const CHART = { width: 1_000, height: 260, top: 14, bottom: 226 } as const;

/** The plane that a chart draws on. */
export const PLANE = {
  x: [0, CHART.width],
  y: [CHART.bottom, CHART.top],
} as const;

/**
 * A chart with a name and a description, for those who do not see it.
 *
 * @param id - of the page; the ids of title and description follow from it
 * @param height - in pixels
 */
export function chart(
  id: string,
  title: string,
  description: string,
  body: readonly Html[],
  height: number = CHART.height,
): Html {
  return html`<svg class="chart" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
    <title id="${id}-title">${title}</title>
    <desc id="${id}-desc">${description}</desc>
    ${body}
  </svg>`;
}

/** A path whose coordinates across stretch with the chart. @param height - of the chart, in pixels */
export function path(name: string, d: string, height: number = CHART.height): Html {
  return html`<svg viewBox="0 0 ${CHART.width} ${height}" preserveAspectRatio="none" width="100%" height="${height}">
    <path class="${name}" d="${d}" />
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
              x="${across(left)}"
              y="${CHART.top}"
              width="${across(right - left)}"
              height="${height}"
            /><text x="${across((left + right) / 2)}" y="${CHART.top + 16}" text-anchor="middle"
              >${shortTime(Math.round((to - from) * 10) / 10, 0)}</text
            >`,
      )}</g
    >${axisBelow(
      ticks.map(({ seconds, x }) => [x, shortTime(seconds, length)]),
      CHART.bottom,
    )}`;
}

/** Seconds below the plane, where nothing is left out of it. @param span - what the plane shows, in seconds */
export function secondsAxis(x: Scale, span: number, bottom: number = CHART.bottom): Html {
  return axisBelow(
    roundTicks(0, span, 8).map((tick) => [x.at(tick), fineTime(tick, span)]),
    bottom,
  );
}

/** Words along the lower end of a plane; where it is narrow, only every third of them. */
export function axisBelow(ticks: readonly (readonly [x: number, words: string])[], bottom: number): Html {
  return html`<g class="axis"
    ><line x1="0" x2="100%" y1="${bottom}" y2="${bottom}" />${ticks.map(
      ([x, words], index) =>
        html`<text class="${index % 3 > 0 && 'minor'}" x="${across(x)}" y="${bottom + 18}" text-anchor="middle"
          >${words}</text
        >`,
    )}</g
  >`;
}

/** Lines across the plane with their values at the left. */
export function heightAxis(ticks: readonly number[], y: Scale, unit = ''): Html {
  return html`<g class="axis"
    >${ticks.map(
      (tick) =>
        html`<line class="grid" x1="0" x2="100%" y1="${place(y.at(tick))}" y2="${place(y.at(tick))}" /><text
            x="-8"
            y="${place(y.at(tick) + 4)}"
            text-anchor="end"
            >${tick}${unit}</text
          >`,
    )}</g
  >`;
}

/** A coordinate across, as a share of the chart's width. */
export function across(x: number): string {
  return `${Math.round(x * 10) / 100}%`;
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

/** Around their own centre. */
const FORMS: Readonly<Record<string, (r: string) => string>> = {
  'series-1': (r) => `M-${r} ${r}H${r}L0 -${r}Z`,
  'series-2': (r) => `M-${r} -${r}H${r}V${r}H-${r}Z`,
  'series-3': (r) => `M0 -${r}L${r} 0L0 ${r}L-${r} 0Z`,
  refused: (r) => `M-${r} -${r}L${r} ${r}M${r} -${r}L-${r} ${r}`,
};

const SAMPLES: Readonly<Record<string, Html>> = {
  dot: html`<circle cx="8" cy="8" r="4" />`,
  'series-0': shapeAt('series-0', CHART.width / 2, 8, 4),
  'series-1': shapeAt('series-1', CHART.width / 2, 8, 4),
  'series-2': shapeAt('series-2', CHART.width / 2, 8, 4),
  'series-3': shapeAt('series-3', CHART.width / 2, 8, 4),
  remaining: html`<path d="M0 8H16" />`,
  second: html`<path d="M0 8H16" />`,
  reset: html`<path d="M8 0V16" />`,
  refused: shapeAt('refused', CHART.width / 2, 8, 4),
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
  const form = FORMS[series];
  if (form === undefined) return html`<circle cx="${across(x)}" cy="${place(y)}" r="${place(r)}" />`;
  return html`<svg x="${across(x)}" y="${place(y)}"><path d="${form(place(r))}" /></svg>`;
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
