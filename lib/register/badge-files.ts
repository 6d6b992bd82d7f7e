import { lstatSync, readdirSync, rmdirSync, unlinkSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';
import { writeWhole } from '../files/write-report.ts';
import { badgeFile, BADGES, badgeTitle, hasBadge, renderVersionBadge } from './badge.ts';
import type { ClientRow, TableRow } from './table.ts';

/** A badge has less than 2 kB. */
const MOST_BYTES = 16_384;

/**
 * Writes a badge for each version beside a table, and removes those that an earlier table had and this one has not: whoever withdrew a
 * submission would keep what it says of that.
 *
 * @param folder - of the table
 * @throws {UsageError} when one cannot be written or removed
 */
export async function writeBadges(rows: readonly (TableRow | ClientRow)[], folder: string): Promise<void> {
  const shown = rows.filter(hasBadge);
  await Promise.all(shown.map((row) => writeWhole(join(folder, badgeFile(row)), renderVersionBadge(row))));
  const kept = new Set(shown.map(badgeFile));
  const badges = join(folder, BADGES);
  try {
    for (const name of namesIn(badges, (entry) => entry.isDirectory())) removeOthers(join(badges, name), name, kept);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(
      `a badge in ${badges} that the table does not have cannot be removed: ${systemWords(error)}`,
      'remove it by hand, or name another folder with --out',
    );
  }
}

function removeOthers(place: string, name: string, kept: ReadonlySet<string>): void {
  const gone = namesIn(place, (entry) => entry.isFile() && entry.name.endsWith('.svg'))
    .map((file) => ({ name, version: file.slice(0, -'.svg'.length), file: join(place, file) }))
    .filter((badge) => !kept.has(badgeFile(badge)) && isBadgeOf(badge, badge.file));
  for (const { file } of gone) unlinkSync(file);
  if (gone.length > 0 && readdirSync(place).length === 0) rmdirSync(place);
}

/** Whether petvet wrote a file: others may have pictures there, too. */
function isBadgeOf(row: Pick<TableRow, 'name' | 'version'>, file: string): boolean {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES }).toString().includes(badgeTitle(row));
  } catch (error) {
    if (error instanceof GivenFileError) return false;
    throw error;
  }
}

/** What a folder holds; nothing where it is none, or a link to who knows where. */
function namesIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(isWanted)
    .map(({ name }) => name);
}
