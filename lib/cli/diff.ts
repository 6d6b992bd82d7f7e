import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import type { RegressionLimit } from '../report/compared.ts';
import { differencesOf, whyIncomparable } from '../report/load-diff.ts';
import { renderDiff } from '../report/terminal-diff.ts';
import { LoadDocument } from '../shapes/load.ts';
import { LAST, type DiffFlags } from './commands/diff.ts';
import { diffHistory } from './diff-history.ts';
import { EXIT } from './exit.ts';
import type { Terminal } from './terminal.ts';

const HISTORY_FLAGS = ['scenario', 'last', 'json'] as const;

/** Compares two load runs, or finds changes over all of a target. @returns the exit status */
export async function runDiff(
  before: string | undefined,
  after: string | undefined,
  flags: DiffFlags,
  terminal: Terminal,
): Promise<number> {
  if (flags.history !== undefined) {
    if (before !== undefined)
      throw new UsageError('--history takes no further run', 'name two runs, or --history and one folder');
    const { history, scenario, last = LAST, json = false, maxRegression: limits } = flags;
    return diffHistory({ folder: history, scenario, last, json, limits }, terminal);
  }
  const [alone] = HISTORY_FLAGS.filter((flag) => flags[flag] !== undefined);
  if (alone !== undefined) throw new UsageError(`--${alone} needs --history`, 'name the folder of a target with it');
  if (before === undefined || after === undefined)
    throw new UsageError('two runs are needed', 'name their folders, or --history and the folder of a target');
  return diff(before, after, flags.maxRegression, terminal);
}

function diff(before: string, after: string, limits: readonly RegressionLimit[], terminal: Terminal): number {
  const [was, is] = [readLoad(before), readLoad(after)];
  const why = whyIncomparable(was, is);
  if (why !== undefined) throw new UsageError(`the runs cannot be compared: ${why}`, 'name two runs of one scenario');
  const differences = differencesOf(was, is, limits);
  terminal.out(renderDiff(was, is, differences, terminal));
  if (differences.some(({ limit: state }) => state === 'exceeded')) return EXIT.violates;
  const undecided = differences.filter(({ limit: state }) => state === 'undecided');
  if (undecided.length === 0) return EXIT.conforms;
  throw new UsageError(
    `undecided: ${undecided.map(({ of }) => of).join(', ')} beyond the limit, with too few windows to tell it from noise`,
    'make both runs again with at least five windows each: --windows 5 (ceiling), or a longer --duration (soak)',
  );
}

/** A report of a load run holds figures, and no bodies. */
const MOST_BYTES = 64 * 1_048_576;

function readLoad(path: string): LoadDocument {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'load.json') : path;
  if (!existsSync(file)) throw new UsageError(`${file} is not there`, 'name the folder of a load run');
  try {
    return LoadDocument.parse(JSON.parse(readGivenFile(file, { bytes: MOST_BYTES }).toString()));
  } catch (error) {
    if (error instanceof GivenFileError)
      throw new UsageError(`${file} cannot be read: ${error.message}`, 'name a folder that `petvet load` wrote');
    throw new UsageError(`${file} is not the report of a load run`, 'name a folder that `petvet load` wrote');
  }
}
