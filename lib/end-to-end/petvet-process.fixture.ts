import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/**
 * Where Node keeps the program as it compiled it: starting petvet costs a third of the work from the second time on, and
 * the tests start it some hundred times.
 */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'petvet-compiled');

/** How a process of petvet ended, and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where and with what a process starts; nothing of this process's own environment but the path goes along. */
export interface Start {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Given the process's id, and all that it printed, once it has printed this. */
  readonly when?: { readonly printed: RegExp; readonly act: (pid: number, printed: string) => void };
}

/** Runs `petvet ARGS` to its end, without a terminal. */
export async function petvet(args: readonly string[], start: Start): Promise<Ended> {
  return run(process.execPath, [join(ROOT, 'lib', 'cli', 'petvet.cjs'), ...args], start);
}

/** Runs any command to its end, without a terminal. */
export async function run(command: string, args: readonly string[], { cwd, env, when }: Start): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (when !== undefined) {
    let printed = '';
    let due = true;
    const look = (chunk: Buffer) => {
      printed += chunk.toString();
      if (!due || !when.printed.test(printed) || child.pid === undefined) return;
      due = false;
      when.act(child.pid, printed);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
  }
  const ended = new Promise<number | null>((onEnd, onError) => {
    child.on('error', onError);
    child.on('close', onEnd);
  });
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, out, err };
}

/** A folder that goes away with the block that uses it. */
export async function folder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'petvet-selftest-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
