import { isAdmitted, latencies, latencyOf } from '../../evidence/load-measures.ts';
import type { LoadSample } from '../../evidence/load-samples.ts';
import { timeOf } from '../load-course.ts';
import { chart, figuresTable, heightAxis, legend, PLANE, secondsAxis, shapeAt } from './chart.ts';
import { milliseconds } from './latency-chart.ts';
import { highestOf, PARTS, rateBody, rateRows, ratesOf } from './load-rate-chart.ts';
import { html, type Html } from '../../text/markup.ts';
import { linear, logarithmic, ratioTicks, thinned, type Scale } from './scale.ts';

/** In pixels from the top: the plane of rates, the words over that of latencies, that plane, and the whole chart. */
const RATES = [160, 14] as const;
const WORDS = 190;
const LATENCIES = [330, 204] as const;
const HEIGHT = 364;

/** Of each kind. */
const MOST_DOTS = 240;

/** Shorter latencies, in milliseconds, are drawn at the bottom. */
const SHORTEST = 0.1;

/** How requests are marked, and what became of them. */
const KINDS = [
  ['series-0', (sample: LoadSample) => isAdmitted(sample)],
  ['refused', ({ status }: LoadSample) => status === 429],
  ['series-1', (sample: LoadSample) => !isAdmitted(sample) && sample.status !== 429],
] as const;

/**
 * A load run over its time: requests per second and what became of them, and below, on the same axis, how long each took from its
 * scheduled instant on. Those that only look at the limit before a scenario begins do not count.
 */
export function loadTimeChart(samples: readonly LoadSample[]): Html | undefined {
  const counted = samples.filter(({ window }) => window >= 0);
  const took = latencies(counted);
  const { length, rates } = ratesOf(samples);
  if (rates.length === 0) return undefined;
  const span = rates.length * length;
  const x = linear([0, span], PLANE.x);
  const { asked, isBeyond } = highestOf(rates);
  const present = PARTS.filter(([, name]) => rates.some((rate) => rate[name] > 0));
  const body = [
    ...rateBody(rates, { x, up: RATES, length, height: HEIGHT }),
    ...latencyBody(counted, took, x),
    secondsAxis(x, span, LATENCIES[0]),
  ];
  return html`${chart('rate-chart', 'Requests per second and latency over the run', wordsOf(counted, took, span), body, HEIGHT)}
  ${legend([
    ...present.map(([mark, name]) => [mark, name === 'refused' ? 'refused with 429' : name] as const),
    ['asked-line', isBeyond ? `requested (up to ${Math.round(asked)}/s, beyond the chart)` : 'requested'],
    ...KINDS.filter(([, is]) => counted.some(is)).map(([mark]) => [mark, LATENCY_OF[mark]] as const),
  ])}
  ${figuresTable('Show data', ['Second', 'requested', 'admitted', 'refused', 'other'], rateRows(rates))}`;
}

const LATENCY_OF = {
  'series-0': 'latency of an admitted request',
  refused: 'of a refused one',
  'series-1': 'of another or unanswered one',
} as const;

function wordsOf(counted: readonly LoadSample[], took: Float64Array, span: number): string {
  const [admitted, refused, other] = KINDS.map(([, is]) => counted.filter(is).length);
  const time = span < 2 ? `${Math.round(span * 1_000)} milliseconds` : `${Math.round(span * 10) / 10} seconds`;
  return (
    `Over ${time} ${admitted} requests were admitted, ${refused} refused with 429, and ${other} got another response or none. ` +
    `They took between ${milliseconds(took[0] ?? 0)} and ${milliseconds(took.at(-1) ?? 0)} milliseconds.`
  );
}

/** A mark for each request, or for the first, last, quickest and slowest of each stretch where there are many. */
function latencyBody(counted: readonly LoadSample[], took: Float64Array, x: Scale): readonly Html[] {
  const { begin } = timeOf(counted);
  const bounds = [Math.max(SHORTEST, (took[0] ?? 0) * 0.8), Math.max(SHORTEST * 2, (took.at(-1) ?? 0) * 1.2)] as const;
  const y = logarithmic(bounds, LATENCIES);
  const inOrder = counted.toSorted((a, b) => a.from - b.from);
  return [
    html`<g class="axis"><text x="0" y="${WORDS}">Latency</text></g>`,
    heightAxis(ratioTicks(...bounds), y, ' ms'),
    ...KINDS.map(([mark, is]) => {
      const own = thinned(inOrder.filter(is), MOST_DOTS, latencyOf);
      return html`<g class="${mark}"
        >${own.map((sample) => shapeAt(mark, x.at((sample.from - begin) / 1_000), y.at(latencyOf(sample)), 2.5))}</g
      >`;
    }),
  ];
}
