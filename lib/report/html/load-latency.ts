import { printable } from '../printable.ts';
import type { LoadReport } from '../load-run.ts';
import { CHART, chart, legend, place, table } from './chart.ts';
import { milliseconds } from './latency-chart.ts';
import { html, section, type Html } from './markup.ts';
import { logarithmic, ratioTicks } from './scale.ts';

/** Rows that are drawn; the table has all. */
const MOST_ROWS = 8;
const ROW = 26;

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
  const left = 190;
  const x = logarithmic(bounds, [left, CHART.right]);
  const bottom = CHART.top + rows.length * ROW;
  const body = [
    html`<g class="axis"
      >${ratioTicks(...bounds).map(
        (tick) =>
          html`<line
              class="grid"
              x1="${place(x.at(tick))}"
              x2="${place(x.at(tick))}"
              y1="${CHART.top}"
              y2="${bottom}"
            /><text x="${place(x.at(tick))}" y="${bottom + 18}" text-anchor="middle">${tick} ms</text>`,
      )}${rows.map(
        ({ of }, index) =>
          html`<text x="${left - 10}" y="${CHART.top + (index + 0.5) * ROW + 4}" text-anchor="end"
            >${printable(of, 24)}</text
          >`,
      )}</g
    >`,
    ...rows.map(({ p50, p95, p99, most: longest }, index) => {
      const y = CHART.top + (index + 0.5) * ROW;
      return html`<g class="range"
        ><path class="thin" d="M${place(x.at(p50))} ${place(y)}H${place(x.at(longest))}" /><path
          class="thick"
          d="M${place(x.at(p50))} ${place(y)}H${place(x.at(p95))}" /><path
          class="end"
          d="M${place(x.at(p99))} ${place(y - 6)}V${place(y + 6)}" /><circle
          cx="${place(x.at(p50))}"
          cy="${place(y)}"
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
