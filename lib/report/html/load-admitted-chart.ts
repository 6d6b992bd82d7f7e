import { isAdmitted } from '../../evidence/load-measures.ts';
import type { LoadSample } from '../../evidence/load-samples.ts';
import { counted } from '../../text/counted.ts';
import { chart, figuresTable, heightAxis, legend, path, PLANE, place, secondsAxis, shapeAt } from './chart.ts';
import { html, type Html } from '../../text/markup.ts';
import { linear, roundTicks, thinned } from './scale.ts';

/** Windows that are drawn: more of them lie on one another anyway. */
const MOST_WINDOWS = 12;

/** Steps of a line: a picture has fewer columns. */
const MOST_STEPS = 400;

/** How one window of a caller filled up. */
interface Filling {
  readonly window: number;
  /** Of each admitted request, from the first request of the window on, in milliseconds, the earliest first. */
  readonly admitted: readonly number[];
  /** The same of the first request refused with 429. */
  readonly firstRefused?: number;
  /** Of the last request, whatever became of it. */
  readonly end: number;
}

/** How the windows of the primary key filled up, each from its own first request on. */
export function fillingsOf(samples: readonly LoadSample[]): Filling[] {
  const ofWindows = Map.groupBy(
    samples.filter(({ window, caller }) => window >= 0 && caller === 'primary'),
    ({ window }) => window,
  );
  return Array.from(ofWindows, ([window, sent]) => {
    const begin = sent.reduce((least, { from }) => Math.min(least, from), Infinity);
    const after = (chosen: readonly LoadSample[]) => chosen.map(({ from }) => from - begin).toSorted((a, b) => a - b);
    const [firstRefused] = after(sent.filter(({ status }) => status === 429));
    return {
      window,
      admitted: after(sent.filter(isAdmitted)),
      ...(firstRefused !== undefined && { firstRefused }),
      end: after(sent).at(-1) ?? 0,
    };
  }).toSorted((a, b) => a.window - b.window);
}

/**
 * How many requests were admitted since the beginning of each window, against the limit: a line a window. A burst is drawn in
 * milliseconds. A request is a step of its own, so that no interval of counting shows in it.
 *
 * @param limit - requests of a window; undefined where nobody knows it
 */
export function loadAdmittedChart(samples: readonly LoadSample[], limit: number | undefined): Html | undefined {
  const fillings = fillingsOf(samples);
  if (fillings.length === 0) return undefined;
  const drawn = fillings.slice(0, MOST_WINDOWS);
  const span = drawn.reduce((longest, { end }) => Math.max(longest, end), 1) / 1_000;
  const most = drawn.reduce((highest, { admitted }) => Math.max(highest, admitted.length), Math.max(1, limit ?? 0));
  const x = linear([0, span], PLANE.x);
  const y = linear([0, most * 1.08], PLANE.y);
  const counts = fillings.map(({ admitted }) => admitted.length).toSorted((a, b) => a - b);
  const [least = 0, highest = least] = [counts[0], counts.at(-1)];
  const words = `${counted(fillings.length, 'window')}: ${least === highest ? least : `${least} to ${highest}`} requests admitted in each${
    limit === undefined ? '' : `, out of a limit of ${limit}`
  }.`;
  const body = [
    heightAxis(roundTicks(0, most, 4), y),
    ...(limit === undefined
      ? []
      : [
          html`<g class="limit-line"
            ><line x1="0" x2="100%" y1="${place(y.at(limit))}" y2="${place(y.at(limit))}"
          /></g>`,
        ]),
    ...drawn.map(({ admitted, end }) =>
      line(
        admitted,
        end,
        (at) => x.at(at / 1_000),
        (count) => y.at(count),
      ),
    ),
    ...drawn.map(({ firstRefused, admitted }) => {
      if (firstRefused === undefined) return html``;
      const [left, top] = [x.at(firstRefused / 1_000), y.at(admitted.filter((at) => at <= firstRefused).length)];
      return html`<g class="refused">${shapeAt('refused', left, top, 4)}</g>`;
    }),
    secondsAxis(x, span),
  ];
  const isRefused = drawn.some(({ firstRefused }) => firstRefused !== undefined);
  return html`${chart('admitted-chart', 'Requests admitted since the beginning of each window', words, body)}
  ${legend([
    ['filling', 'admitted so far, a line for each window'],
    ...(limit === undefined ? [] : [['limit-line', `limit of ${limit}`] as const]),
    ...(isRefused ? [['refused', 'first refusal (429)'] as const] : []),
  ])}
  ${figuresTable(
    'Show data',
    ['Window', 'admitted', 'last admitted after', 'first refusal after'],
    fillings.map(({ window, admitted, firstRefused }) => [
      window + 1,
      admitted.length,
      milliseconds(admitted.at(-1)),
      milliseconds(firstRefused),
    ]),
  )}`;
}

/** A step for each admitted request, and a level end. */
function line(
  admitted: readonly number[],
  end: number,
  across: (at: number) => number,
  up: (count: number) => number,
): Html {
  const steps = thinned(
    admitted.map((at, index) => ({ at, count: index + 1 })),
    MOST_STEPS,
    ({ count }) => count,
  );
  const rising = steps.map(({ at, count }) => `H${place(across(at))}V${place(up(count))}`).join('');
  return path('filling', `M${place(across(0))} ${place(up(0))}${rising}H${place(across(end))}`);
}

function milliseconds(span: number | undefined): string {
  if (span === undefined) return '-';
  return span < 10_000 ? `${Math.round(span)} ms` : `${(span / 1_000).toFixed(1)} s`;
}
