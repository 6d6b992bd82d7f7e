import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { Sitting } from './result.ts';
import { Queue } from './queue.ts';
import { mostlyWaits } from './subjects.ts';

/** How an examination is made, and who watches it. */
export interface PoolOptions<Result extends { readonly name: string }> {
  /** Runs at a time, over all processes. */
  readonly parallel: number;
  /** When it fires, no more runs are begun and those that were are dropped. */
  readonly interrupt: AbortSignal;
  /** The program of a process; one that makes whole runs when absent. */
  readonly program?: string;
  /** What a run's line of JSON holds. */
  readonly form: z.ZodType<Result>;
  readonly onResult: (result: Result) => void;
}

/** The program of a process that makes whole runs, in the repository and in the package alike. */
const PROGRAM = join(import.meta.dirname, `exam-process${extname(import.meta.filename)}`);

/**
 * Makes runs in processes of their own, one for each core: a process is as busy with its reference servers and with judging
 * as a core can be, however many runs are under way in it.
 *
 * @throws {UsageError} when there is no place for temporary files
 * @throws {Error} when a process ends before its runs are done
 */
export async function examineApart<Result extends { readonly name: string }>(
  sittings: readonly Sitting[],
  options: PoolOptions<Result>,
): Promise<void> {
  const processes = Math.min(options.parallel, availableParallelism(), sittings.length);
  const queue = new Queue(sittings);
  const each = Array.from({ length: processes }, (_, index) => Math.floor((options.parallel + index) / processes));
  const place = temporaryFolder('examination');
  try {
    await Promise.all(each.map((atATime) => examineInProcess(queue, atATime, place, options)));
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each process loads the suites: what they compiled to once is kept where this process keeps its own, if it does. */
function withCompiled(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = getCompileCacheDir();
  // Node makes a folder for each of its versions in the one that it is given, and tells that one.
  return kept === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: dirname(kept) };
}

/** Takes runs from the queue until none is left; so a process with quick ones takes more. */
async function examineInProcess<Result extends { readonly name: string }>(
  queue: Queue,
  atATime: number,
  place: string,
  { interrupt, program = PROGRAM, form, onResult }: PoolOptions<Result>,
): Promise<void> {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...withCompiled(process.env), TMPDIR: place, TEMP: place, TMP: place },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // Told below, when no more lines come.
  ended.catch(() => {});
  // A process that has ended takes no more lines; that it has is told by its status.
  child.stdin.on('error', () => {});
  let [underWay, waiting] = [0, 0];
  const begin = () => {
    while (underWay < atATime && !interrupt.aborted) {
      const next = queue.next(waiting, atATime);
      if (next === undefined) break;
      child.stdin.write(`${JSON.stringify(next)}\n`);
      underWay++;
      if (mostlyWaits(next.name)) waiting++;
    }
    if (underWay === 0 || interrupt.aborted) child.stdin.end();
  };
  interrupt.addEventListener('abort', begin);
  try {
    begin();
    for await (const line of createInterface({ input: child.stdout })) {
      underWay--;
      const result = form.parse(JSON.parse(line));
      if (mostlyWaits(result.name)) waiting--;
      if (!interrupt.aborted) onResult(result);
      begin();
    }
    const status = await ended;
    if (!interrupt.aborted && (underWay > 0 || status !== 0))
      throw new Error(`a process of the examination ended by itself, with status ${status}`);
  } finally {
    interrupt.removeEventListener('abort', begin);
    child.stdin.end();
  }
}
