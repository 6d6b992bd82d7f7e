import type { LoadSample } from '../../evidence/load-samples.ts';
import { evenRatesOver, timeOf, type Rate } from '../load-course.ts';
import { chart, figuresTable, heightAxis, legend, PLANE, place, secondsAxis } from './chart.ts';
import { html, type Html } from './markup.ts';
import { linear, roundTicks } from './scale.ts';

/** Bars of a chart: a run of a few minutes has one for each second. */
const MOST_BARS = 240;

/** Requests in a bar on average, so that a slow and even rate looks even; and seconds of a bar at most for that. */
const LEAST_IN_A_BAR = 5;
const LONGEST_FOR_THAT = 15;

/** Bars of a run that is over within seconds, a burst: each is a part of a second. No shorter one than that, in seconds. */
const BARS_OF_A_BURST = 60;
const SHORTEST = 0.005;

/** What became of the requests of one stretch of time. */
interface Bar extends Rate {
  /** Seconds from the beginning of the run. */
  readonly from: number;
}

/**
 * Requests per second over a load run. Those that only look at the limit before a scenario begins do not count.
 *
 * @returns stretches of equal length in seconds (one second, more in a slow or a long run, less in a burst), from the first request on
 */
export function ratesOf(samples: readonly LoadSample[]): { readonly length: number; readonly rates: readonly Bar[] } {
  const counted = samples.filter(({ window }) => window >= 0);
  if (counted.length === 0) return { length: 1, rates: [] };
  const { seconds } = timeOf(counted);
  const length = lengthOf(seconds, (LEAST_IN_A_BAR * seconds) / counted.length);
  return { length, rates: evenRatesOver(counted, length).map((rate, index) => ({ from: index * length, ...rate })) };
}

/** How long a bar is. @param even - how long it must be to hold enough requests, in seconds */
function lengthOf(seconds: number, even: number): number {
  const fine = Math.max(SHORTEST, even, seconds / BARS_OF_A_BURST);
  if (fine <= 0.5) {
    const power = 10 ** Math.floor(Math.log10(fine));
    return Number((power * ([1, 2, 5].find((factor) => factor * power >= fine * 0.999) ?? 10)).toPrecision(3));
  }
  return Math.max(1, Math.min(LONGEST_FOR_THAT, Math.ceil(even)), Math.ceil(seconds / MOST_BARS));
}

const PARTS = [
  ['admitted', 'admitted'],
  ['refused-bar', 'refused'],
  ['other-bar', 'other'],
] as const;

/** Asked, admitted, refused and other requests per second: bars of what was sent, a line of what was asked. */
export function loadRateChart(samples: readonly LoadSample[]): Html | undefined {
  const { length, rates } = ratesOf(samples);
  if (rates.length === 0) return undefined;
  const highest = rates.reduce((most, { asked, ...rate }) => Math.max(most, asked, sentOf(rate)), 0);
  const span = rates.length * length;
  const x = linear([0, span], PLANE.x);
  const y = linear([0, Math.max(1, highest * 1.05)], PLANE.y);
  const width = x.at(length) - x.at(0);
  const body = [
    heightAxis(roundTicks(0, Math.max(1, highest), 4), y, '/s'),
    ...PARTS.map(
      ([mark, name], part) =>
        html`<g class="${mark}"
          >${rates.map((rate) => {
            const below = PARTS.slice(0, part).reduce((sum, [, other]) => sum + rate[other], 0);
            if (rate[name] === 0) return undefined;
            const [top, bottom] = [y.at(below + rate[name]), y.at(below)];
            return html`<rect
              x="${place(x.at(rate.from) + width * 0.08)}"
              y="${place(top)}"
              width="${place(width * 0.84)}"
              height="${place(bottom - top)}"
            />`;
          })}</g
        >`,
    ),
    askedLine(
      rates.map(({ from, asked }) => ({
        left: place(x.at(from)),
        right: place(x.at(from + length)),
        y: place(y.at(asked)),
      })),
    ),
    secondsAxis(x, span),
  ];
  const total = (name: 'admitted' | 'refused' | 'other') =>
    Math.round(rates.reduce((sum, rate) => sum + rate[name] * length, 0));
  const time = span < 2 ? `${Math.round(span * 1_000)} milliseconds` : `${Math.round(span * 10) / 10} seconds`;
  const words = `Over ${time} ${total('admitted')} requests were admitted, ${total('refused')} refused with 429, and ${total('other')} got another response or none.`;
  const present = PARTS.filter(([, name]) => rates.some((rate) => rate[name] > 0));
  return html`${chart('rate-chart', 'Requests per second, over the run', words, body)}
  ${legend([...present.map(([mark, name]) => [mark, name === 'refused' ? 'refused with 429' : name] as const), ['asked-line', 'requested'] as const])}
  ${figuresTable(
    'Show data',
    ['Second', 'requested', 'admitted', 'refused', 'other'],
    rates.map(({ from, asked, admitted, refused, other }) => [
      Math.round(from * 1_000) / 1_000,
      ...[asked, admitted, refused, other].map(rounded),
    ]),
  )}`;
}

function sentOf({ admitted, refused, other }: Omit<Rate, 'asked'>): number {
  return admitted + refused + other;
}

function askedLine(steps: readonly { left: string; right: string; y: string }[]): Html {
  return html`<path
    class="asked-line"
    d="${steps.map(({ left, right, y }, index) => `${index === 0 ? 'M' : 'L'}${left} ${y}H${right}`).join('')}"
  />`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
