import { beforeAll, describe, expect, it } from 'vitest';
import { BODIES } from './bodies.fixture.ts';
import { FRAMING } from './framing.fixture.ts';
import { vetHostile, type HostileRun } from './hostile-runs.fixture.ts';
import { LIMITS } from './limits.fixture.ts';

const SERVICES = [...FRAMING, ...BODIES, ...LIMITS];

/** No run may hang for longer, in seconds, also where the machine is busy; each is interrupted after 60. */
const LONGEST_SECONDS = 120;

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
  it.each(SERVICES.map((service) => [service.name, service] as const))('%s', (name, { statuses, report }) => {
    const run = runs.get(name);
    expect(statuses).toContain(run?.status);
    expect(run?.printed).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed/);
    expect(run?.seconds).toBeLessThan(LONGEST_SECONDS);
    expect(run?.showsKey).toBe(false);
    // Where nothing could be judged, one sentence says why; everywhere else there is a report.
    const isRefused = run?.status === 2 && /^petvet: /m.test(run.printed);
    expect({ hasReport: run?.hasReport === true || (isRefused && !report) }).toEqual({ hasReport: true });
  });
});
