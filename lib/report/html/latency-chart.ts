import { percentile } from '../../evidence/load-measures.ts';
import { chart, heightAxis, legend, PLANE, shapeAt, table, timeAxis } from './chart.ts';
import type { Course, Moment } from './course.ts';
import { html, type Html } from '../../text/markup.ts';
import { logarithmic, ratioTicks, thinned } from './scale.ts';
import { timelineOf } from './timeline.ts';

/** Of each operation. */
const MOST_DOTS = 240;

/** Shorter ones, in milliseconds, are drawn at the bottom. */
const SHORTEST = 0.1;

const SERIES = ['listPets', 'createPet', 'getPet', 'other'] as const;

/** How long answers took over a run, a mark for each, and percentiles by operation. */
export function latencyChart({ moments, durations }: Course): Html | undefined {
  const answered = moments.filter(({ status }) => status !== undefined);
  if (answered.length === 0) return undefined;
  const took = answered.map(duration);
  const bounds = [Math.max(SHORTEST, least(took) * 0.8), Math.max(SHORTEST * 2, most(took) * 1.2)] as const;
  const time = timelineOf(moments, PLANE.x);
  const y = logarithmic(bounds, PLANE.y);
  const present = SERIES.map((operation, index) => ({
    operation,
    series: `series-${index}`,
    dots: answered.filter((moment) => moment.operation === operation),
  })).filter(({ dots }) => dots.length > 0);
  const body = [
    heightAxis(ratioTicks(...bounds), y, ' ms'),
    timeAxis(time),
    ...present.map(
      ({ series, dots }) =>
        html`<g class="${series}"
          >${thinned(dots, MOST_DOTS, duration).map((moment) =>
            shapeAt(series, time.at(moment.startedAt), y.at(duration(moment)), 3.2),
          )}</g
        >`,
    ),
  ];
  const description = `${answered.length} responses took between ${milliseconds(least(took))} and ${milliseconds(most(took))} milliseconds; the table below has the percentiles.`;
  return html`${chart('latency-chart', 'Response times over the run', description, body)}
    ${legend(present.map(({ operation, series }) => [series, operation] as const))}
    <div class="scroll" tabindex="0" role="group" aria-label="Latency by operation">
      ${table(
        ['Milliseconds', 'responses', 'p50', 'p95', 'p99', 'max'],
        SERIES.flatMap((operation) => {
          const sorted = (durations.get(operation) ?? []).toSorted((a, b) => a - b);
          if (sorted.length === 0) return [];
          const shares = [50, 95, 99, 100].map((share) => milliseconds(percentile(sorted, share)));
          return [[operation, sorted.length, ...shares]];
        }),
      )}
    </div>`;
}

/** Milliseconds as they are shown: one decimal below a hundred. */
export function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : `${Math.round(value)}`;
}

function duration({ startedAt, endedAt }: Moment): number {
  return Math.max(0, endedAt - startedAt);
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}
