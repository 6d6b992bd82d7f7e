import type { LoadDocument } from '../shapes/load.ts';

/** What is followed from one load run to the next. */
export const FOLLOWED = ['p50', 'p95', 'p99', 'errors', 'admitted', 'knee'] as const;

/** One of them: a percentile of the latency, a share of the requests, or the highest rate that kept the objectives. */
export type Followed = (typeof FOLLOWED)[number];

/** Their units; shares are per cent of the requests. */
export const UNITS: Readonly<Record<Followed, 'ms' | '%' | 'req/s'>> = {
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
  errors: '%',
  admitted: '%',
  knee: 'req/s',
};

/** The scenarios of which every request is to be admitted: in the others refusals are provoked. */
const WHOLLY_ADMITTED = ['ceiling', 'soak'];

/** Which way a figure gets worse; undefined where neither way is. */
export function worseWay(of: Followed, scenario: string): 'up' | 'down' | undefined {
  if (of === 'knee') return 'down';
  if (of === 'admitted') return WHOLLY_ADMITTED.includes(scenario) ? 'down' : undefined;
  return 'up';
}

/**
 * A figure of a run: percentiles as the mean over the windows, by what was admitted in each, and shares over all of them. Undefined
 * where the run does not show it. The steps of a breakpoint are no windows; its knee counts only where the service or the rate limit ended the
 * staircase, or nothing did, and is 0 where the service kept no rate.
 */
export function figureOf(
  { scenario, windows, knee, bottleneck, steps }: LoadDocument,
  of: Followed,
): number | undefined {
  if (of === 'knee') {
    if (scenario !== 'breakpoint' || steps === undefined) return undefined;
    if (bottleneck?.is === 'service') return knee ?? 0;
    return bottleneck === undefined || bottleneck.is === 'rate-limit' ? knee : undefined;
  }
  if (scenario === 'breakpoint') return undefined;
  const own = windows.filter(({ caller }) => caller === 'primary');
  const total = (count: (window: LoadDocument['windows'][number]) => number) =>
    own.reduce((sum, window) => sum + count(window), 0);
  const [sent, admitted] = [total((window) => window.sent), total((window) => window.admitted)];
  if (of === 'errors' || of === 'admitted')
    return sent === 0 ? undefined : rounded((100 * (of === 'errors' ? total(({ other }) => other) : admitted)) / sent);
  return admitted === 0 ? undefined : rounded(total((window) => window.admitted * window[of]) / admitted);
}

/** What is equal must not differ by the rounding of a sum: it would have ranks of its own. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** What runs must share to be held against each other, in words, in the order in which they are said. */
export function settingsOf({ scenario, target, windows, objectives, steps }: LoadDocument): readonly string[] {
  const { plan, perMinute, testInstallation } = target;
  const seconds = testInstallation?.minuteSeconds ?? 60;
  const figure =
    perMinute === undefined
      ? `plan ${plan}`
      : `${perMinute} per ${seconds === 60 ? 'minute' : `window of ${seconds} s`}`;
  if (scenario === 'breakpoint')
    return [
      figure,
      ...(steps?.[0] === undefined ? [] : [`steps of ${steps[0].seconds} s`]),
      ...objectives.map(({ metric, most }) => `${metric}<=${most}`),
    ];
  const others = new Set(windows.map(({ caller }) => caller).filter((caller) => caller !== 'primary'));
  const count = new Set(windows.map(({ window }) => window)).size;
  return [
    figure,
    // A day is as many windows long as it takes.
    ...(scenario === 'daily' ? [] : [count === 1 ? '1 window' : `${count} windows`]),
    ...[...others].map((caller) => (caller === 'none' ? 'alongside requests without a key' : 'alongside a second key')),
  ];
}

/** Requests of a window, on average; what a soak sends is a share of the figure. 0 where windows are not alike. */
export function pace({ scenario, windows }: LoadDocument): number {
  if (scenario !== 'soak' && scenario !== 'ceiling') return 0;
  return windows.reduce((sum, { sent }) => sum + sent, 0) / Math.max(1, windows.length);
}
