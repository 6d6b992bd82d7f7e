import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import type { ProcessorUse } from '../evidence/load-step.ts';

/** How often it looks, in milliseconds. */
const EVERY_MS = 200;

/** How many of the units in which a system counts processor time a second has: on Linux, on every processor that Node runs on. */
const TICKS = 100;

interface Reading {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of all processors, since the system started, in milliseconds. */
  readonly busy: number;
  readonly whole: number;
  /** Of the children of the watched process, in seconds; absent where the system does not tell. */
  readonly children?: number;
}

/** Watches how busy the processors of this machine are, and how much of that a process's children take. */
export class ProcessorWatch {
  readonly #readings: Reading[] = [];
  readonly #timer: NodeJS.Timeout;
  #pid: number | undefined;

  constructor() {
    this.#look();
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  /** Tells whose children count: those of the watchdog that runs k6. */
  readonly follow = (pid: number): void => {
    this.#pid = pid;
  };

  end(): void {
    clearInterval(this.#timer);
    this.#look();
  }

  /** What was used between two instants, in milliseconds since 1970; undefined where it did not look twice. */
  between(from: number, to: number): ProcessorUse | undefined {
    const within = this.#readings.filter(({ at }) => at >= from && at <= to);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined || last.whole <= first.whole) return undefined;
    // The last reading may be of after the end of the process.
    const told = within.filter(({ children }) => children !== undefined);
    const [begin, end] = [told[0], told.at(-1)];
    const seconds = begin === undefined || end === undefined ? 0 : (end.at - begin.at) / 1_000;
    const used = (end?.children ?? 0) - (begin?.children ?? 0);
    return {
      machine: share((last.busy - first.busy) / (last.whole - first.whole)),
      ...(seconds > 0 && { generator: share(used / seconds / availableParallelism()) }),
    };
  }

  #look(): void {
    let [busy, whole] = [0, 0];
    for (const { times } of cpus()) {
      const all = times.user + times.nice + times.sys + times.idle + times.irq;
      whole += all;
      busy += all - times.idle;
    }
    const children = this.#pid === undefined ? undefined : secondsOfChildren(this.#pid);
    this.#readings.push({ at: Date.now(), busy, whole, ...(children !== undefined && { children }) });
  }
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The processor time that the children of a process have taken, in seconds; undefined where the system does not tell. */
function secondsOfChildren(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    if (children === '') return undefined;
    return children.split(' ').reduce((sum, child) => sum + secondsOf(child), 0);
  } catch {
    return undefined;
  }
}

function secondsOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in parentheses, and may hold anything.
  const [, ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
