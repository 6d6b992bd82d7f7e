import {
  across,
  CHART,
  chart,
  figuresTable,
  heightAxis,
  legend,
  path,
  PLANE,
  place,
  shapeAt,
  timeAxis,
} from './chart.ts';
import type { Moment } from './course.ts';
import { html, type Html } from '../../text/markup.ts';
import { counted } from '../../text/counted.ts';
import { linear, roundTicks, thinned, type Scale } from './scale.ts';
import { timelineOf, type Timeline } from './timeline.ts';

const MOST_POINTS = 400;
const MOST_REFUSALS = 200;
const MOST_ROWS = 80;

/** More different instants than that are no windows: Reset moves with the requests. */
const MOST_RESETS = 24;

/** The rate limit's budget over a run: Remaining as the answers tell it, where Reset lies, 429s, and silences. */
export function budgetChart(moments: readonly Moment[]): Html | undefined {
  const told = ofOneWindow(moments);
  const [first] = moments;
  if (first === undefined || told.length < 2) return undefined;
  const time = timelineOf(moments, PLANE.x);
  const most = highest([...told.map(({ remaining }) => remaining), ...told.map(({ limit = 0 }) => limit), 1]);
  const y = linear([Math.min(0, lowest(told)), most], PLANE.y);
  const refused = moments.filter(({ status }) => status === 429);
  const resets = resetsOf(told, first.startedAt, time.length);
  const second = told.filter(({ caller }) => caller === 'second');
  const together = told.filter(({ isTogether }) => isTogether);
  const body = [
    heightAxis(roundTicks(0, most, 4), y),
    timeAxis(time),
    ...resets.map(
      (reset) =>
        html`<line
          class="reset"
          x1="${across(time.at(reset))}"
          x2="${across(time.at(reset))}"
          y1="${CHART.top}"
          y2="${CHART.bottom}"
        />`,
    ),
    line(
      'remaining',
      told.filter(({ caller }) => caller !== 'second'),
      time,
      y,
    ),
    ...(second.length > 0 ? [line('second', second, time, y)] : []),
    html`<g class="series-0"
      >${thinned(together, MOST_POINTS, ({ remaining }) => remaining).map(({ endedAt, remaining }) => shapeAt('series-0', time.at(endedAt), y.at(remaining), 2.5))}</g
    >`,
    html`<g class="refused"
      >${thinned(refused, MOST_REFUSALS, ({ id }) => id).map(({ endedAt }) => shapeAt('refused', time.at(endedAt), y.at(0), 5))}</g
    >`,
  ];
  const words = [
    `${told.length} responses report the remaining quota of ${most}; the lowest was ${lowest(told)}.`,
    `${counted(refused.length, 'request')} refused with 429; ${counted(time.silences.length, 'wait')}.`,
  ].join(' ');
  return html`${chart('budget-chart', 'Remaining quota over the run', words, body)}
  ${legend([
    ['remaining', 'Remaining'],
    ...(second.length > 0 ? [['second', 'Remaining, second key'] as const] : []),
    ...(together.length > 0 ? [['series-0', 'Remaining of concurrent requests'] as const] : []),
    ...(resets.length > 0 ? [['reset', 'Announced reset'] as const] : []),
    ...(refused.length > 0 ? [['refused', 'refused with 429'] as const] : []),
    ...(time.silences.length > 0 ? [['wait', 'no requests (not to scale)'] as const] : []),
  ])}
  ${figuresTable(
    'Show data',
    ['Second', 'Exchange', 'Caller', 'Remaining', 'Status'],
    thinned(told, MOST_ROWS, ({ remaining }) => remaining).map(({ endedAt, id, caller, remaining, status }) => [
      ((endedAt - first.startedAt) / 1_000).toFixed(1),
      `#${id}`,
      caller,
      remaining,
      status ?? 'none',
    ]),
  )}`;
}

type Told = Moment & {
  readonly remaining: number;
  /** Other requests were under way at the same time. */
  readonly isTogether: boolean;
  /** The least that was told until then by those that were. */
  readonly least: number;
};

/** Headers may speak of the minute or of the day: those of the figure that most answers name are shown. */
function ofOneWindow(moments: readonly Moment[]): Told[] {
  const told = moments.flatMap((moment) => {
    const { remaining, caller } = moment;
    const isCaller = caller === 'primary' || caller === 'second' || caller === 'unknown';
    return remaining !== undefined && isCaller ? [{ ...moment, remaining }] : [];
  });
  const groups = [...Map.groupBy(told, ({ limit }) => limit).values()];
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length);
  const byCaller = Map.groupBy(largest, ({ caller }) => caller === 'second');
  return [...byCaller.values()].flatMap(inOrderOfArrival).toSorted((a, b) => a.endedAt - b.endedAt);
}

/** Responses to requests that are under way together arrive in any order: the line is the least of them so far, and each is a dot. */
function inOrderOfArrival(told: readonly Omit<Told, 'isTogether' | 'least'>[]): Told[] {
  const together = new Set(overlapping(told));
  let least = Infinity;
  let reset: number | undefined;
  return told
    .toSorted((a, b) => a.endedAt - b.endedAt || b.remaining - a.remaining)
    .map((moment) => {
      const isTogether = together.has(moment);
      const isNewWindow = moment.reset !== undefined && moment.reset > (reset ?? 0) + SAME_RESET_MS;
      least = isTogether && !isNewWindow ? Math.min(least, moment.remaining) : moment.remaining;
      if (isNewWindow) reset = moment.reset;
      return { ...moment, isTogether, least };
    });
}

/** A Reset that is rounded to seconds may differ by one. */
const SAME_RESET_MS = 1_500;

/** The moments of which others were under way at the same time. */
function overlapping<T extends Moment>(moments: readonly T[]): T[] {
  const groups: T[][] = [];
  let until = -Infinity;
  for (const moment of moments.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (moment.startedAt < until) groups.at(-1)?.push(moment);
    else groups.push([moment]);
    until = Math.max(until, moment.endedAt);
  }
  return groups.filter(({ length }) => length > 1).flat();
}

/** Remaining holds from one answer to the next: steps, not slopes. */
function line(name: string, told: readonly Told[], time: Timeline, y: Scale): Html {
  const points = thinned(told, MOST_POINTS, ({ least }) => least);
  const [begin, ...rest] = points.map(({ endedAt, least }) => ({
    x: place(time.at(endedAt)),
    y: place(y.at(least)),
  }));
  if (begin === undefined) return html``;
  return path(name, `M${begin.x} ${begin.y}${rest.map((point) => `H${point.x}V${point.y}`).join('')}`);
}

function resetsOf(told: readonly Told[], start: number, seconds: number): number[] {
  const instants = new Set(
    told.flatMap(({ reset, caller }) => (reset === undefined || caller === 'second' ? [] : [reset])),
  );
  if (instants.size > MOST_RESETS) return [];
  return [...instants].filter((instant) => instant >= start && instant <= start + seconds * 1_000);
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function lowest(told: readonly Told[]): number {
  return told.reduce((least, { remaining }) => Math.min(least, remaining), Number.POSITIVE_INFINITY);
}
