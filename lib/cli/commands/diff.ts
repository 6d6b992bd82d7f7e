import { InvalidArgumentError, type Command } from 'commander';
import { COMPARED, FEWEST_ON_A_SIDE, type RegressionLimit } from '../../report/compared.ts';
import { place } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** What `petvet diff` is told. */
export interface DiffFlags {
  readonly maxRegression: readonly RegressionLimit[];
  readonly history?: string;
  readonly scenario?: string;
  readonly last?: number;
  readonly json?: boolean;
}

/** A change that is older is known, one may hope. */
export const LAST = 10;

/** Adds `petvet diff` to the program. */
export function addDiff(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('diff')
    .summary('compare two load runs, or find changes over all of a target')
    .description(
      'Compares the percentiles and errors of two load runs of one scenario, and says whether each change is ' +
        'significant: out of the noise between windows (a permutation test over the windows of both; it takes five of each). ' +
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
      const { runDiff } = await import('../diff.ts');
      finish(await runDiff(before, after, flags, terminal));
    });
}

/** Reads `--last`: a change cannot be seen before enough runs follow it. */
function lastRuns(text: string): number {
  const read = Number(text);
  if (!Number.isInteger(read) || read < FEWEST_ON_A_SIDE)
    throw new InvalidArgumentError(`it must be ${FEWEST_ON_A_SIDE} or more: a change shows in no fewer runs.`);
  return read;
}

/** Reads `--max-regression`, which may be given several times. */
function limit(text: string, before: readonly RegressionLimit[]): readonly RegressionLimit[] {
  const [, name, figure] = /^\s*([a-z]+\d*)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(text) ?? [];
  const of = COMPARED.find((one) => one === name);
  if (of === undefined || figure === undefined)
    throw new InvalidArgumentError(`it must be like p95=20%, of ${COMPARED.join(', ')}.`);
  return [...before.filter((one) => one.of !== of), { of, most: Number(figure) }];
}
