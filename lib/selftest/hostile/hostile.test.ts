import { beforeAll, describe, expect, it } from 'vitest';
import { BODIES } from './bodies.fixture.ts';
import { FRAMING } from './framing.fixture.ts';
import { vetHostile, type HostileRun } from './hostile-runs.fixture.ts';
import { LIMITS } from './limits.fixture.ts';

const SERVICES = [...FRAMING, ...BODIES, ...LIMITS];

/** No run may hang for longer, in seconds, also where the machine is busy; each is interrupted after 90. */
const LONGEST_SECONDS = 150;

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
  expect(new Set(SERVICES.map(({ name }) => name)).size).toBe(SERVICES.length);
  expect(SERVICES.length).toBeGreaterThanOrEqual(60);
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
      const { status, printed, report, seconds, showsKey } = run;
      expect(statuses, printed).toContain(status);
      expect(printed).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed/);
      expect(showsKey).toBe(false);
      expect(seconds).toBeLessThan(LONGEST_SECONDS);
      // Where nothing could be judged, one sentence says why; everywhere else there is a report that can be read.
      if (report === undefined) {
        expect({ status, mustReport }).toEqual({ status: 2, mustReport: false });
        expect(printed).toMatch(/^petvet: \S.*\n {2}\S/m);
        return;
      }
      expect(OUTCOMES[status]).toContain(report.outcome);
      expect(report.sent).toBeGreaterThan(0);
      expect(report.judged).toBeGreaterThan(0);
      expect(report.pageSize).toBeGreaterThan(LEAST_PAGE);
      expect(report.violated.length > 0).toBe(report.outcome === 'violating');
    },
  );
});
