import { lstatSync, type Stats } from 'node:fs';
import { UsageError } from '../errors.ts';

/**
 * What is at a path that no file may be written to, as a noun: a link leads to who knows where, and a pipe or a device keeps
 * nothing. Undefined where there is a regular file, or nothing.
 */
export function oddKindAt(path: string): string | undefined {
  const stats = statsOf(path);
  if (stats === undefined || stats.isFile()) return undefined;
  return stats.isSymbolicLink() ? 'a symbolic link' : stats.isDirectory() ? 'a folder' : 'not a regular file';
}

/**
 * Makes sure that a file that a user named may be written, or written over.
 *
 * @param hint - what to do instead
 * @throws {UsageError} when something else is there
 */
export function demandOutputFile(path: string, hint: string): void {
  const what = oddKindAt(path);
  if (what !== undefined) throw new UsageError(`${path} is ${what}`, hint);
}

/** Of the path itself, not of what a link leads to; undefined where there is nothing, for whatever reason. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
