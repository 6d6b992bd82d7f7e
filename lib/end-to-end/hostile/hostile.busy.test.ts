import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../files/test-sample.fixture.ts';
import { BODIES } from './bodies.fixture.ts';
import { FRAMING } from './framing.fixture.ts';
import { vetHostile, type HostileRun } from './hostile-runs.fixture.ts';
import { LIMITS } from './limits.fixture.ts';

const ALL = [...FRAMING, ...BODIES, ...LIMITS];
const SERVICES = sampled(ALL, 3, ({ name }) => name);

/** No run may hang for longer, in seconds, even where the machine is busy; each is interrupted after 180. */
const LONGEST_SECONDS = 240;

/** The outcomes that go with an exit status. */
const OUTCOMES: Readonly<Record<number, readonly string[]>> = {
  0: ['conforming', 'incomplete'],
  1: ['violating'],
  2: ['incomplete', 'aborted'],
  130: ['aborted', 'violating'],
};

/** A page that says anything of a run is far longer, in bytes. */
const LEAST_PAGE = 10_000;

/** For all of them, on a busy machine, in milliseconds. */
const PATIENCE = 900_000;

const runs = new Map<string, HostileRun>();
let err = '';

beforeAll(async () => {
  const names = SERVICES.map(({ name }) => name);
  const halves = [names.filter((_, at) => at % 2 === 0), names.filter((_, at) => at % 2 === 1)];
  for (const ended of await Promise.all(halves.map(vetHostile))) {
    for (const run of ended.runs) runs.set(run.name, run);
    err += ended.err;
  }
}, PATIENCE);

it('there are at least sixty hostile services, each of another name', () => {
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThanOrEqual(60);
});

it('none of them ends the process, or makes it print by itself', () => {
  expect(SERVICES.map(({ name }) => name).filter((name) => !runs.has(name))).toEqual([]);
  expect(err).toBe('');
});

describe('petvet check ends as it should on a service that', () => {
  it.each(SERVICES.map((service) => [service.name, service] as const))(
    '%s',
    (name, { statuses, report: mustReport }) => {
      const run = runs.get(name);
      if (run === undefined) throw new TypeError('the run did not come to its end');
      const { status, printed, seconds, showsKey } = run;
      expect(statuses, printed).toContain(status);
      expect(printed).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed/);
      expect(showsKey).toBe(false);
      expect(seconds).toBeLessThan(LONGEST_SECONDS);
      expect(wrongOf(run, mustReport)).toEqual([]);
    },
  );
});

/** What is wrong with what a run says; nothing where it is as it should be. */
function wrongOf({ status, printed, report }: HostileRun, mustReport: boolean): string[] {
  // Where nothing could be judged, one sentence says why; everywhere else there is a report that can be read.
  const checks: Readonly<Record<string, boolean>> =
    report === undefined
      ? {
          'there is no report': !mustReport && status === 2,
          'no sentence says why': /^petvet: \S.*\n {2}\S/m.test(printed),
        }
      : {
          [`the outcome is ${report.outcome}`]: OUTCOMES[status]?.includes(report.outcome) === true,
          'nothing was sent': report.sent > 0,
          'nothing was judged': report.judged > 0,
          'the page says nothing': report.pageSize > LEAST_PAGE,
          [`violated: ${report.violated.join(', ')}`]: report.violated.length > 0 === (report.outcome === 'violating'),
        };
  return Object.keys(checks).filter((wrong) => checks[wrong] !== true);
}
