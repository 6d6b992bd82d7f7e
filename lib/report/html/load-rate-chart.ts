import type { LoadSample } from '../../evidence/load-samples.ts';
import { evenRatesOver, timeOf, type Rate } from '../load-course.ts';
import { across, heightAxis, path, place } from './chart.ts';
import { html, type Html } from '../../text/markup.ts';
import { linear, roundTicks, type Scale } from './scale.ts';

/** Bars of a chart: a run of a few minutes has one for each second. */
const MOST_BARS = 240;

/** Requests in a bar on average, so that a slow and even rate looks even; and seconds of a bar at most for that. */
const LEAST_IN_A_BAR = 5;
const LONGEST_FOR_THAT = 15;

/** Bars of a run that is over within seconds, a burst: each is a part of a second. No shorter one than that, in seconds. */
const BARS_OF_A_BURST = 60;
const SHORTEST = 0.005;

/** What became of the requests of one stretch of time. */
export interface Bar extends Rate {
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

/** What became of requests: the mark, and what counts it. */
export const PARTS = [
  ['admitted', 'admitted'],
  ['refused-bar', 'refused'],
  ['other-bar', 'other'],
] as const;

/** More requests than this many times what was sent are beyond the plane: those of a burst should all have left in its first instant. */
const BEYOND = 2;

/** The highest rates of a run; whether more was asked for than a plane that shows what was sent can hold. */
export function highestOf(rates: readonly Bar[]): Record<'sent' | 'asked', number> & { readonly isBeyond: boolean } {
  const sent = rates.reduce((most, rate) => Math.max(most, sentOf(rate)), 0);
  const asked = rates.reduce((most, rate) => Math.max(most, rate.asked), 0);
  return { sent, asked, isBeyond: asked > BEYOND * sent };
}

/** Where the bars of a run lie. */
export interface RatePlane {
  /** Of seconds from the beginning. */
  readonly x: Scale;
  /** In pixels, from the bottom up. */
  readonly up: readonly [bottom: number, top: number];
  /** Of a bar, in seconds. */
  readonly length: number;
  /** Of the whole chart, in pixels. */
  readonly height: number;
}

/** Asked, admitted, refused and other requests per second: bars of what was sent, a line of what was asked. */
export function rateBody(rates: readonly Bar[], { x, up, length, height }: RatePlane): readonly Html[] {
  const { sent, asked, isBeyond } = highestOf(rates);
  const highest = Math.max(1, sent, isBeyond ? 0 : asked);
  const y = linear([0, highest * 1.05], up);
  const width = x.at(length) - x.at(0);
  return [
    heightAxis(roundTicks(0, highest, 4), y, '/s'),
    ...PARTS.map(
      ([mark, name], part) =>
        html`<g class="${mark}"
          >${rates.map((rate) => {
            const below = PARTS.slice(0, part).reduce((sum, [, other]) => sum + rate[other], 0);
            if (rate[name] === 0) return undefined;
            const [top, bottom] = [y.at(below + rate[name]), y.at(below)];
            return html`<rect
              x="${across(x.at(rate.from) + width * 0.08)}"
              y="${place(top)}"
              width="${across(width * 0.84)}"
              height="${place(bottom - top)}"
            />`;
          })}</g
        >`,
    ),
    askedLine(
      rates.map((rate) => ({
        left: place(x.at(rate.from)),
        right: place(x.at(rate.from + length)),
        y: place(Math.max(up[1], y.at(rate.asked))),
      })),
      height,
    ),
  ];
}

/** The bars as figures. */
export function rateRows(rates: readonly Bar[]): (readonly number[])[] {
  return rates.map(({ from, asked, admitted, refused, other }) => [
    Math.round(from * 1_000) / 1_000,
    ...[asked, admitted, refused, other].map(rounded),
  ]);
}

function sentOf({ admitted, refused, other }: Rate): number {
  return admitted + refused + other;
}

function askedLine(steps: readonly { left: string; right: string; y: string }[], height: number): Html {
  const line = steps.map(({ left, right, y }, index) => `${index === 0 ? 'M' : 'L'}${left} ${y}H${right}`);
  return path('asked-line', line.join(''), height);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
