import { resolve } from 'node:path';
import type { Ended, Start } from './petvet-process.fixture.ts';
import { typed } from './typed.fixture.ts';

// Every k6 under way watches for the end of this process.
process.setMaxListeners(0);

/** Flags whose path, where it is relative, petvet leaves to its process to resolve. */
const WITH_PATH: readonly (string | undefined)[] = ['--report', '--keys', '--from', '--trusted-root'];

/**
 * Runs `petvet ARGS` to its end within this process, without a terminal. A process of its own takes a second of a core for each
 * run, most of it to load and to warm up: it is for what a test says of the process, such as signals and streams, and for
 * runs whose requests must not be late.
 */
export async function petvetHere(args: readonly string[], { cwd, env }: Omit<Start, 'when'>): Promise<Ended> {
  const absolute = args.map((arg, index) => (WITH_PATH.includes(args[index - 1]) ? resolve(cwd, arg) : arg));
  const environment = { PATH: process.env['PATH'], HOME: cwd, ...env };
  return typed(absolute, cwd, environment, new Date().toISOString().slice(0, 10));
}
