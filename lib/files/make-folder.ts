import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's `recursive` never ends where the system lets nobody make a folder in one
 * that is there and says that it does not exist, as below `/proc`.
 *
 * @param mode - the permissions of each folder that is made; those that the process gives, if absent
 * @throws what the system says when a folder cannot be made
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

/** Whether there is a folder of that name, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
