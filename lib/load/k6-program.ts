import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Environment } from '../targets/environment.ts';
import { runChild } from './child-run.ts';
import { k6Surroundings } from './k6-surroundings.ts';

/** A k6 that was asked for its version, and is one that petvet can work with. */
export interface K6Program {
  /** Absolute. */
  readonly path: string;
  /** As `1.8.1`. */
  readonly version: string;
}

/** Where to look for k6. */
export interface K6Places {
  /** `PETVET_K6` and `PATH` count. */
  readonly environment: Environment;
  /** petvet's cache folder; it need not be there. */
  readonly cache: string;
}

/** The k6 that petvet was measured with, and that Go builds for it. */
export const K6_VERSION = '1.8.1';

/** The k6 of which the hashes of the official archives are known, for machines without Go. */
export const K6_ARCHIVE_VERSION = '1.4.2';

const NEEDED = '1.2 or later, or 2.x';
const INSTALL_HINT = '`petvet load --install-k6` installs it; PETVET_K6 names another one';
const VERSION_SECONDS = 10;

/**
 * Finds k6: the one that `PETVET_K6` names, else the first usable one in `PATH`, else the one that petvet installed.
 *
 * @throws UsageError when there is none, or only unusable ones: it says which was found and what is needed
 */
export async function findK6({ environment, cache }: K6Places): Promise<K6Program> {
  const named = environment['PETVET_K6'];
  if (named !== undefined && named !== '') {
    const program = await lookAtK6(resolve(named), environment);
    if (typeof program !== 'string') return program;
    throw new UsageError(`PETVET_K6 names ${named}: ${program}`, `unset PETVET_K6, or: ${INSTALL_HINT}`);
  }
  const cached = [K6_VERSION, K6_ARCHIVE_VERSION].map((version) => cachedK6(cache, version));
  const faults: string[] = [];
  for (const path of [...inPath('k6', environment), ...cached.filter(isProgram)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the first usable one ends the search
    const program = await lookAtK6(path, environment);
    if (typeof program !== 'string') return program;
    faults.push(`${path}: ${program}`);
  }
  const [fault] = faults;
  throw new UsageError(fault === undefined ? 'k6 is not installed' : `there is no usable k6: ${fault}`, INSTALL_HINT);
}

/** Where the k6 of a version lies once it is installed. */
export function cachedK6(cache: string, version: string): string {
  return join(resolve(cache), `k6-${version}`, executable('k6'));
}

/**
 * Asks a file whether it is a k6 that petvet can work with.
 *
 * @returns the program, or why it is none, as a clause
 */
export async function lookAtK6(path: string, environment: Environment): Promise<K6Program | string> {
  if (!isProgram(path)) return 'there is no program of that name';
  try {
    const end = await runChild({
      file: path,
      args: ['version'],
      environment: k6Surroundings(environment),
      timeoutSeconds: VERSION_SECONDS,
      graceSeconds: 0,
    });
    if (end.tookTooLong) return `\`k6 version\` did not end within ${VERSION_SECONDS} seconds`;
    const [, version, major, minor] = /^k6(?:\.exe)? v((\d+)\.(\d+)\.\d+\S*)/m.exec(end.said) ?? [];
    if (end.status !== 0 || version === undefined) return '`k6 version` does not print what k6 prints';
    if (!isAccepted(Number(major), Number(minor))) return `it is k6 ${version}, and ${NEEDED} is needed`;
    return { path, version };
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** The programs of a name that a shell would find, best first. */
export function inPath(name: string, environment: Environment): string[] {
  const path = Object.entries(environment).find(([variable]) => variable.toUpperCase() === 'PATH')?.[1] ?? '';
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => resolve(folder, executable(name)))
    .filter(isProgram);
}

/** The name of a program's file on this system. */
export function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function isAccepted(major: number, minor: number): boolean {
  return (major === 1 && minor >= 2) || major === 2;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
