import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { systemWords } from '../../files/system-words.ts';
import type { PastLoad } from '../../report/load-history.ts';
import { LOAD_SCHEMA, LoadDocument } from '../../shapes/load.ts';
import { MOST_REPORT_BYTES } from '../../shapes/report.ts';
import { REFERENCE } from '../../evidence/target-name.ts';
import { byInstant } from '../folder.ts';
import { findRuns, keyOf } from './found-runs.ts';

/** The load runs of one target. */
interface TargetLoads {
  /** Its name, or its address where it has none. */
  readonly name: string;
  /** The service is one that petvet starts itself, at any port. */
  readonly isOneService: boolean;
  /** In no order, at least one. */
  readonly loads: readonly PastLoad[];
}

/** The load runs below a folder. */
export interface LoadRuns {
  readonly targets: readonly TargetLoads[];
  /** A sentence, without an end, for each `load.json` that does not count. */
  readonly skipped: readonly string[];
}

/** The newest runs of a folder that are read; more would be years of nightly runs. */
const MOST_READ = 1_000;

/**
 * Reads every load run in a folder or below it, by target. What cannot be read, or is of another version, is told, and does not count.
 *
 * @param folder - as the user named it: `reports/staging`
 * @throws {UsageError} when the folder cannot be read, or holds no load run
 */
export async function readLoadRuns(folder: string): Promise<LoadRuns> {
  const found = await findRuns(folder).catch((error: unknown) => {
    throw new UsageError(`${folder} cannot be read: ${systemWords(error)}`, HINT);
  });
  const newestFirst = found
    .filter(({ kind }) => kind === 'load')
    .toSorted((a, b) => b.writtenAt - a.writtenAt || byInstant(b.folder, a.folder));
  const read = newestFirst.slice(0, MOST_READ).map((run) => readOne(folder, run.folder));
  const loads = read.filter((one) => typeof one !== 'string');
  const older = newestFirst.length - read.length;
  const skipped = [
    ...read.filter((one) => typeof one === 'string'),
    ...(older > 0 ? [`${older} older runs are left out: the newest ${MOST_READ} are read`] : []),
  ];
  if (loads.length === 0)
    throw new UsageError(
      read.length === 0
        ? `there is no load run in ${folder}`
        : `there is no load run in ${folder} that counts: ${skipped[0] ?? ''}`,
      HINT,
    );
  const targets = Array.from(
    Map.groupBy(loads, ({ load }) => keyOf(load.target)),
    ([name, own]) => ({ name, isOneService: name === REFERENCE, loads: own }),
  ).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { targets, skipped };
}

const HINT = 'name the folder of a target in which `petvet load` keeps its runs, such as reports/staging';

/** A run, or why it does not count. */
function readOne(directory: string, folder: string): PastLoad | string {
  const file = join(directory, folder, 'load.json');
  try {
    const document: unknown = JSON.parse(readGivenFile(file, { bytes: MOST_REPORT_BYTES }).toString());
    const version = schemaOf(document);
    if (version !== LOAD_SCHEMA && version.startsWith('petvet/load/'))
      return `${file} is of another version, ${version}, and does not count`;
    const read = LoadDocument.safeParse(document);
    return read.success ? { folder, load: read.data } : `${file} is not the report of a load run, and does not count`;
  } catch (error) {
    if (error instanceof GivenFileError) return `${file} cannot be read, and does not count: ${error.message}`;
    return `${file} is not JSON, and does not count`;
  }
}

function schemaOf(document: unknown): string {
  const { schema } =
    typeof document === 'object' && document !== null && 'schema' in document ? document : { schema: '' };
  return typeof schema === 'string' ? schema : '';
}
