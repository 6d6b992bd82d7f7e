import { printable } from '../../text/printable.ts';
import type { LoadReport } from '../load-run.ts';
import { across, axisBelow, CHART, chart, legend, PLANE, table } from './chart.ts';
import { milliseconds } from './latency-chart.ts';
import { html, section, type Html } from '../../text/markup.ts';
import { logarithmic, ratioTicks } from './scale.ts';

/** Rows that are drawn; the table has all. */
const MOST_ROWS = 8;
/** In pixels: its name, and its range below. */
const ROW = 40;
const NAME = 12;
const RANGE = 26;

/** Latency by operation and status: from the median to the longest, and as a table. */
export function loadLatencySection({ figures, dropped }: LoadReport): Html {
  const { latencies, lag } = figures;
  return section(
    'latency',
    'Latency',
    html`<figure>
      ${ranges(figures)}
      <div class="scroll" tabindex="0" role="group" aria-label="Latency by operation and status">
        ${table(
          ['Milliseconds', 'requests', 'p50', 'p95', 'p99', 'max'],
          latencies.map(({ of, count, p50, p95, p99, most }) => [
            printable(of, 60),
            count,
            ...[p50, p95, p99, most].map(milliseconds),
          ]),
        )}
      </div>
      <p class="note">Start delay p99 ${lag.toFixed(0)} ms; ${dropped} requests could not be sent in time.</p>
    </figure>`,
    'From the scheduled send time: waiting for a free connection counts.',
  );
}

function ranges({ latencies }: LoadReport['figures']): Html | undefined {
  const rows = latencies.slice(0, MOST_ROWS);
  const [least, most] = [
    rows.reduce((a, { p50 }) => Math.min(a, p50), Number.POSITIVE_INFINITY),
    rows.reduce((a, row) => Math.max(a, row.most), 0),
  ];
  if (rows.length === 0 || most <= 0) return undefined;
  const bounds = [Math.max(0.1, least * 0.8), Math.max(0.2, most * 1.2)] as const;
  const x = logarithmic(bounds, PLANE.x);
  const bottom = CHART.top + rows.length * ROW;
  const body = [
    html`<g class="axis"
      >${ratioTicks(...bounds).map(
        (tick) =>
          html`<line
            class="grid"
            x1="${across(x.at(tick))}"
            x2="${across(x.at(tick))}"
            y1="${CHART.top}"
            y2="${bottom}"
          />`,
      )}${rows.map(
        ({ of }, index) => html`<text x="0" y="${CHART.top + index * ROW + NAME}">${printable(of, 40)}</text>`,
      )}</g
    >`,
    axisBelow(
      ratioTicks(...bounds).map((tick) => [x.at(tick), `${tick} ms`]),
      bottom,
    ),
    ...rows.map(({ p50, p95, p99, most: longest }, index) => {
      const y = CHART.top + index * ROW + RANGE;
      const [from, to] = [across(x.at(p50)), (end: number) => across(x.at(end))];
      return html`<g class="range"
        ><line class="thin" x1="${from}" x2="${to(longest)}" y1="${y}" y2="${y}" /><line
          class="thick"
          x1="${from}"
          x2="${to(p95)}"
          y1="${y}"
          y2="${y}" /><line class="end" x1="${to(p99)}" x2="${to(p99)}" y1="${y - 6}" y2="${y + 6}" /><circle
          cx="${from}"
          cy="${y}"
          r="5"
      /></g>`;
    }),
  ];
  const words = rows
    .map(({ of, p50, most: longest }) => `${printable(of, 60)}: ${milliseconds(p50)} to ${milliseconds(longest)} ms`)
    .join('; ');
  return html`${chart('latency-chart', 'Latency by operation and status', words, body, bottom + 30)}
  ${legend([
    ['range-p50', 'median'],
    ['range-p95', 'to p95'],
    ['range-p99', 'p99'],
    ['range-most', 'to max'],
  ])}`;
}
