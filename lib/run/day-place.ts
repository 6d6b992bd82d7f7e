import { hostname } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Environment } from '../targets/environment.ts';
import { cacheFolder } from '../files/cache-folder.ts';
import { isAlive } from '../files/folder-lock.ts';
import type { DayRecord } from './day-records.ts';

/** Where the use of keys is kept, and the process that keeps it. Instants in milliseconds since 1970. */
export interface DayPlace {
  readonly folder: string;
  readonly now: () => number;
  readonly pid: number;
  readonly host: string;
  /** When this process began. */
  readonly began: number;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
}

/** No run is silent for this long, in milliseconds: a record that is has lost its run, whoever has its process id now. */
const LONGEST_SILENCE = 5 * 60_000;

/** The place on this machine. */
export function dayPlace(environment: Environment): DayPlace {
  return {
    folder: join(cacheFolder(environment), 'day-use'),
    now: Date.now,
    pid: process.pid,
    host: hostname(),
    began: performance.timeOrigin,
    isAlive,
  };
}

/** Whether the run of a record still goes on. On another machine nobody can ask for the process: there the silence tells. */
export function isRunning({ ended, seen, host, pid, since }: DayRecord, place: DayPlace): boolean {
  if (ended || place.now() - seen > LONGEST_SILENCE) return false;
  if (host !== place.host) return true;
  // In containers a process often has the id that one before it had.
  return pid === place.pid ? since >= Math.floor(place.began) : place.isAlive(pid);
}
