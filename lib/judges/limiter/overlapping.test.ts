import { describe, expect, it } from 'vitest';
import { bucket, failed, fixed, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { judgeLoad, paced, type LoadCourse } from './load-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';
import type { LimiterKind } from './kinds.ts';

const KINDS: readonly (readonly [string, LimiterKind, (figure: number) => SimulatedLimiter])[] = [
  ['fixed window', 'fixed window', (figure) => fixed(figure)],
  ['aligned window', 'fixed window', (figure) => fixed(figure, { aligned: true })],
  ['sliding log', 'sliding log', (figure) => slidingLog(figure)],
  ['sliding log that says when all is back', 'sliding log', (figure) => slidingLog(figure, { resets: 'all' })],
  ['weighted counter', 'weighted counter', (figure) => weighted(figure)],
  ['token bucket', 'token bucket', (figure) => bucket(figure)],
  ['bucket filled now and then', 'stepwise refill', (figure) => bucket(figure, { step: 50 })],
];

/** How long answers take, in milliseconds. */
const SPEEDS: readonly (readonly [string, LoadCourse['takes']])[] = [
  ['within a millisecond', [0.1, 0.9]],
  ['in a few milliseconds', [0.3, 40]],
  ['in seconds', [20, 3_000]],
];

const COURSES: readonly (readonly [string, (figure: number) => readonly number[]])[] = [
  ['fills three windows', (figure) => paced(figure, 3)],
  ['keeps on at nine tenths', (figure) => paced(Math.floor(0.9 * figure), 3, { span: 60_000, period: 60_000 })],
  ['keeps on beyond the figure', (figure) => paced(Math.floor(1.3 * figure), 3, { span: 60_000, period: 60_000 })],
  ['sends a window and more at once', (figure) => Array.from({ length: figure + 10 }, (_, nth) => nth * 0.2)],
];

describe.each(SPEEDS)('a load whose answers come %s', (_speed, takes) => {
  const all = KINDS.flatMap(([name, kind, make]) =>
    COURSES.map(([course, departures]) => [name, course, kind, make, departures] as const),
  );
  it.each(all)('%s, %s', (_name, _course, kind, make, departures) => {
    for (const [figure, hasSenders] of [
      [1_000, false],
      [2_000, true],
    ] as const) {
      const verdict = judgeLoad({ limiter: make(figure), figure, departures: departures(figure), takes, hasSenders });
      const [xray] = verdict.xrays;
      const says = verdict.findings.filter(({ verdict: as }) => as === 'fail').map(({ says: of }) => of);
      expect(failed(verdict), says.join('\n')).toEqual([]);
      expect(xray && consistentKinds(xray), JSON.stringify(xray?.kinds.find((one) => one.kind === kind))).toContain(
        kind,
      );
    }
  });
});
