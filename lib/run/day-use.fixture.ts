import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Target } from '../targets/target.ts';
import type { DayPlace } from './day-place.ts';
import { openDayUse, type DayUse, type DayUseOptions } from './day-use.ts';

/** The key whose day is counted; nothing of it may be found in a folder. */
export const KEY = 'Vq8Zr4TnW1bXc6Lp0Kd2';

/** When the tests begin. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** A machine of its own: a folder that goes away, a clock that stands still, and the processes that are there. */
export interface Machine {
  now: number;
  readonly folder: string;
  readonly said: string[];
  /** The ids of the processes that are there. */
  readonly processes: Set<number>;
  /** Begins a run in a process of its own. */
  run(pid: number, over?: Omit<Partial<DayUseOptions>, 'place'>, place?: Partial<DayPlace>): DayUse;
  /** Every file of the folder, with its name. */
  files(): string[];
}

/** Starts a machine, which goes away with the test. */
export function aMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const machine: Machine = {
    now: NOON,
    folder,
    said: [],
    processes: new Set(),
    run(pid, over = {}, place = {}) {
      machine.processes.add(pid);
      return openDayUse({
        target: aFarTarget(),
        planned: 120,
        flags: {},
        say: (sentence) => machine.said.push(sentence),
        ...over,
        place: {
          folder,
          now: () => machine.now,
          pid,
          host: 'here',
          began: NOON - 1_000,
          isAlive: (id) => machine.processes.has(id),
          ...place,
        },
      });
    },
    files: () => readdirSync(folder).map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`),
  };
  return machine;
}

/** A target that is not on this machine, with a key of the Free plan. */
export function aFarTarget(over: Partial<Target> = {}): Target {
  return {
    name: 'staging',
    baseUrl: 'https://pets.example/v1',
    apiKey: KEY,
    plan: { name: 'free', perMinute: 60, perDay: 1_000 },
    writes: false,
    headers: [],
    loopback: false,
    windows: { minute: 60, day: 86_400, testInstallation: false },
    ...over,
  };
}
