import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { COMPARED, differencesOf, whyIncomparable, type RegressionLimit } from '../report/load-diff.ts';
import { FEWEST_ON_A_SIDE } from '../report/change-points.ts';
import { renderDiff } from '../report/terminal-diff.ts';
import { LoadDocument } from '../shapes/load.ts';
import { diffHistory } from './diff-history.ts';
import { EXIT } from './exit.ts';
import { place } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Adds `petvet diff` to the program. */
export function addDiff(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('diff')
    .summary('compare two load runs, or find changes over all of a target')
    .description(
      'Compares the percentiles and errors of two load runs of one scenario, and says whether each change is\n' +
        'significant: out of the noise between windows (a permutation test over the windows of both; it takes five of each).\n' +
        'With --history, finds from which run on a figure of the load runs in a folder changed, to stay so.',
    )
    .argument('[before]', 'the folder of the earlier run, or its load.json')
    .argument('[after]', 'the same of the later run')
    .option('--max-regression <limit>', 'p95=20% (worse by so much at most) or errors=0.5 (points); several', limit, [])
    .option('--history <dir>', 'instead of two runs: the folder of a target, such as reports/staging', place)
    .option('--scenario <name>', 'with --history: only the runs of this scenario')
    .option('--last <runs>', `with --history: only changes within the newest runs fail (default: ${LAST})`, lastRuns)
    .option('--json', 'with --history: print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  petvet diff reports/before reports/after --max-regression p95=20%\n' +
        '  petvet diff --history reports/staging --scenario ceiling --last 10\n\n' +
        'Exit status: 0 no limit exceeded, 1 a limit exceeded, 2 undecided or the runs cannot be compared. With --history: 0 no\n' +
        'change for the worse within the newest runs, 1 a change for the worse (with --max-regression: by more than the limit),\n' +
        '2 undecided, as there are too few runs of a scenario with the same settings, or none.',
    )
    .action(async (before: string | undefined, after: string | undefined, flags: DiffFlags) => {
      if (flags.history !== undefined) {
        if (before !== undefined)
          throw new UsageError('--history takes no further run', 'name two runs, or --history and one folder');
        const { history, scenario, last = LAST, json = false, maxRegression: limits } = flags;
        finish(await diffHistory({ folder: history, scenario, last, json, limits }, terminal));
        return;
      }
      const [alone] = HISTORY_FLAGS.filter((flag) => flags[flag] !== undefined);
      if (alone !== undefined)
        throw new UsageError(`--${alone} needs --history`, 'name the folder of a target with it');
      if (before === undefined || after === undefined)
        throw new UsageError('two runs are needed', 'name their folders, or --history and the folder of a target');
      finish(diff(before, after, flags.maxRegression, terminal));
    });
}

interface DiffFlags {
  readonly maxRegression: readonly RegressionLimit[];
  readonly history?: string;
  readonly scenario?: string;
  readonly last?: number;
  readonly json?: boolean;
}

const HISTORY_FLAGS = ['scenario', 'last', 'json'] as const;

/** A change that is older is known, one may hope. */
const LAST = 10;

/** Reads `--last`: a change cannot be seen before enough runs follow it. */
function lastRuns(text: string): number {
  const read = Number(text);
  if (!Number.isInteger(read) || read < FEWEST_ON_A_SIDE)
    throw new InvalidArgumentError(`it must be ${FEWEST_ON_A_SIDE} or more: a change shows in no fewer runs.`);
  return read;
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

/** Reads `--max-regression`, which may be given several times. */
function limit(text: string, before: readonly RegressionLimit[]): readonly RegressionLimit[] {
  const [, name, figure] = /^\s*([a-z]+\d*)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(text) ?? [];
  const of = COMPARED.find((one) => one === name);
  if (of === undefined || figure === undefined)
    throw new InvalidArgumentError(`it must be like p95=20%, of ${COMPARED.join(', ')}.`);
  return [...before.filter((one) => one.of !== of), { of, most: Number(figure) }];
}
