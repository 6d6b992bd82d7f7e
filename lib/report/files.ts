import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

/**
 * Writes one file of a report, whole or not at all: readers never see half of it. The folder is made when it is missing.
 *
 * @param name - the name of the file, without folders; an older file of that name is replaced
 * @returns the path of the file
 * @throws UsageError when the folder cannot be made or written
 */
export async function writeReport(dir: string, name: string, text: string): Promise<string> {
  const path = join(dir, name);
  const temporary = join(dir, `.${name}.${randomUUID()}`);
  try {
    await mkdir(dir, { recursive: true });
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
    return path;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new UsageError(`${name} cannot be written to ${dir}: ${reasonOf(error)}`, 'name another folder');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'a part of that path is a file',
  EISDIR: 'there is a folder of that name',
  ENOTEMPTY: 'there is a folder of that name',
  ENAMETOOLONG: 'the path is too long',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (code === '' ? 'the cause is unknown' : `the system says ${code}`);
}
