import { randomUUID } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { readGivenFile } from './given-file.ts';

/** The file that says that a run uses a folder. */
const LOCK_FILE = '.petvet-run';

/** How often a run shows that it goes on, in milliseconds. */
const SHOWN_EVERY = 15_000;

/** A run that has not shown itself for this long is gone, whoever has its process id now. */
const LONGEST_SILENCE = 120_000;

/** The folders that this process uses, by their real paths, with what it wrote into each. */
const held = new Map<string, { readonly file: string; readonly mine: string }>();
let watch: NodeJS.Timeout | undefined;

/**
 * Takes a folder for one run: two would mix their evidence. A run that was killed holds nothing, as its process is gone; what
 * a run of another machine holds, on a disk that both see, is free when that has been silent for two minutes.
 *
 * @throws {UsageError} when another run uses the folder; the system's error when it cannot be written
 */
export function lockFolder(directory: string): void {
  const real = realpathSync(directory);
  if (held.has(real)) throw inUse(directory, `process ${process.pid}`);
  const file = join(real, LOCK_FILE);
  const mine = `${process.pid} ${hostname()} ${randomUUID()}\n`;
  if (!isWritten(file, mine)) {
    const holder = holderOf(file);
    if (holder !== undefined && isThere(holder)) throw inUse(directory, `process ${holder.pid} on ${holder.host}`);
    if (!isTakenAway(file, holder?.text) || !isWritten(file, mine)) throw inUse(directory, 'another process');
  }
  if (held.size === 0) process.once('exit', leaveAll);
  held.set(real, { file, mine });
  watch ??= setInterval(showAll, SHOWN_EVERY).unref();
}

/** Lets a folder go; nothing happens when this process does not hold it. */
export function unlockFolder(directory: string): void {
  const real = attempt(() => realpathSync(directory)) ?? directory;
  const one = held.get(real);
  if (one === undefined) return;
  held.delete(real);
  if (textOf(one.file) === one.mine) attempt(() => rmSync(one.file, { force: true }));
  if (held.size > 0) return;
  clearInterval(watch);
  watch = undefined;
  process.off('exit', leaveAll);
}

function leaveAll(): void {
  for (const real of held.keys()) unlockFolder(real);
}

function showAll(): void {
  for (const { file } of held.values()) attempt(() => utimesSync(file, new Date(), new Date()));
}

/** Whether the file could be made: it was not there. */
function isWritten(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Of several runs that find a dead one's file, only the one that moves that very file away goes on. */
function isTakenAway(file: string, text: string | undefined): boolean {
  const moved = `${file}.${randomUUID()}`;
  attempt(() => renameSync(file, moved));
  const isThatOne = textOf(moved) === text;
  attempt(() => (isThatOne ? rmSync(moved, { force: true }) : renameSync(moved, file)));
  return isThatOne;
}

interface Holder {
  readonly text: string;
  /** 0 while it is being written. */
  readonly pid: number;
  readonly host: string;
  /** When it last showed that it goes on, in milliseconds since 1970. */
  readonly seen: number;
}

function holderOf(file: string): Holder | undefined {
  const text = textOf(file);
  const seen = attempt(() => statSync(file).mtimeMs);
  if (text === undefined || seen === undefined) return undefined;
  const [, pid = '0', host = 'this machine'] = /^(\d{1,10}) (\S+) /.exec(text) ?? [];
  return { text, pid: Number(pid), host, seen };
}

function isThere({ pid, host, seen }: Holder): boolean {
  if (Date.now() - seen > LONGEST_SILENCE) return false;
  if (host !== hostname() || pid === 0) return true;
  // This process does not hold it: in containers a process often has the id that one before it had.
  return pid !== process.pid && isAlive(pid);
}

/** Whether a process of this machine is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function textOf(file: string): string | undefined {
  return attempt(() => readGivenFile(file, { bytes: 1_024, patience: 0 }).toString());
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function inUse(directory: string, who: string): UsageError {
  return new UsageError(`another run uses the report folder ${directory} (${who})`, 'give another one with --report');
}
