import { describe, expect, it } from 'vitest';
import { oneFor } from '../../files/test-sample.fixture.ts';
import { bucket, failed, fixed, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { judgeLoad, paced, type LoadCourse } from './load-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';
import type { LimiterKind } from './kinds.ts';

const KINDS: readonly (readonly [string, LimiterKind, (perWindow: number) => SimulatedLimiter])[] = [
  ['fixed window', 'fixed window', (perWindow) => fixed(perWindow)],
  ['aligned window', 'fixed window', (perWindow) => fixed(perWindow, { aligned: true })],
  ['sliding log', 'sliding log', (perWindow) => slidingLog(perWindow)],
  ['sliding log that says when all is back', 'sliding log', (perWindow) => slidingLog(perWindow, { resets: 'all' })],
  ['weighted counter', 'weighted counter', (perWindow) => weighted(perWindow)],
  ['token bucket', 'token bucket', (perWindow) => bucket(perWindow)],
  ['bucket filled now and then', 'stepwise refill', (perWindow) => bucket(perWindow, { atATime: 50 })],
];

/** How long answers take, in milliseconds. */
const SPEEDS: readonly (readonly [string, LoadCourse['durations']])[] = [
  ['within a millisecond', [0.1, 0.9]],
  ['in a few milliseconds', [0.3, 40]],
  ['in seconds', [20, 3_000]],
];

const COURSES: readonly (readonly [string, (perWindow: number) => readonly number[]])[] = [
  ['fills three windows', (perWindow) => paced(perWindow, 3)],
  ['keeps on at nine tenths', (perWindow) => paced(Math.floor(0.9 * perWindow), 3, { span: 60_000, period: 60_000 })],
  [
    'keeps on beyond the figure',
    (perWindow) => paced(Math.floor(1.3 * perWindow), 3, { span: 60_000, period: 60_000 }),
  ],
  ['sends a window and more at once', (perWindow) => Array.from({ length: perWindow + 10 }, (_, nth) => nth * 0.2)],
];

/** Every kind on every course, each at one speed, or at all of them. */
const CASES = KINDS.flatMap(([name, kind, make]) =>
  COURSES.flatMap(([course, departures]) =>
    oneFor(`${name}, ${course}`, SPEEDS).map(
      ([speed, durations]) => [name, course, speed, kind, make, departures, durations] as const,
    ),
  ),
);

describe('a load', () => {
  it('is tried at every speed', () => {
    expect(new Set(CASES.map(([, , speed]) => speed)).size).toBe(SPEEDS.length);
  });

  it.each(CASES)('%s, %s, answers come %s', (_name, _course, _speed, kind, make, departures, durations) => {
    for (const [perWindow, hasSenders] of [
      [1_000, false],
      [2_000, true],
    ] as const) {
      const verdict = judgeLoad({
        limiter: make(perWindow),
        perWindow,
        departures: departures(perWindow),
        durations,
        hasSenders,
      });
      const [xray] = verdict.xrays;
      const says = verdict.findings.filter(({ verdict: as }) => as === 'fail').map(({ says: of }) => of);
      expect(failed(verdict), says.join('\n')).toEqual([]);
      expect(xray && consistentKinds(xray), JSON.stringify(xray?.kinds.find((one) => one.kind === kind))).toContain(
        kind,
      );
    }
  });
});
