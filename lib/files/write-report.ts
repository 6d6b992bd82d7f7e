import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { systemWords } from './system-words.ts';

/**
 * Writes one file of a report, whole or not at all: readers never see half of it. The folder is made when it is missing.
 *
 * @param name - the name of the file, without folders; an older file of that name is replaced
 * @returns the path of the file
 * @throws UsageError when the folder cannot be made or written
 */
export async function writeReport(dir: string, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name);
  const temporary = join(dir, `.${name}.${randomUUID()}`);
  try {
    makeFolder(dir);
    await writeFile(temporary, content, { flag: 'wx' });
    await rename(temporary, path);
    return path;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new UsageError(`${name} cannot be written to ${dir}: ${systemWords(error)}`, adviceOn(dir));
  }
}

/** The same, of a file that is named by its path. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<string> {
  return writeReport(dirname(path), basename(path), content);
}

/** What was recorded before a report could not be written is not lost: it can be judged elsewhere. */
function adviceOn(dir: string): string {
  const isKept = existsSync(join(dir, 'evidence.jsonl'));
  return isKept
    ? `the requests sent so far are kept there: \`petvet judge ${dir} --report FOLDER\` writes a report on them to another folder`
    : 'name another folder';
}
