import { Option, type Command } from 'commander';
import { DIFF_FORMATS, LAST, lastRuns, limit, type DiffFlags } from './values.ts';
import { list, place } from '../shared/values.ts';
import { addSendingOptions, dayShareOption } from '../shared/flags.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet diff` to the program. */
export function addDiff(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('diff')
    .summary('compare two targets, two checks or two load runs, or find changes over all load runs of a target')
    .description(
      'Of two targets: checks both in parallel, or one after the other where they share an API key, with the same seed and the ' +
        'same kinds of requests, and compares the results. What only the first one verified is asked of the second one once more. Where they differ, it checks the first one a second time: what varies between its two runs is noise, and does not count. If one ' +
        'target does not permit writes, or its rate limit is not used up, the same holds for the other.\n\n' +
        'Of two checks: what would change for callers of the service before, if the one after took its place. Verdicts, ' +
        'findings, observed behaviour and rate limits are compared; pets, ids and seeds do not matter.\n\n' +
        'Of two load runs of one scenario: compares verdicts, percentiles and errors, and says whether each change of these is ' +
        'significant: larger than the noise between windows (a permutation test over the windows of both, at least five of each). ' +
        'With --history, finds the run since which a value of the load runs in a folder has changed for good.',
    )
    .argument(
      '[before]',
      'a target of the environment or .env; or the folder of a run, or its conformance.json or load.json',
    )
    .argument('[after]', 'another one of the same kind')
    .option(
      '--max-regression <limit>',
      'of checks median=50% (longer by at most this share); of load runs p95=20% or errors=0.5 (points); may be given several times',
      limit,
      [],
    )
    .addOption(
      new Option('--format <format>', 'of checks; terminal or json also with --history (default: terminal)').choices([
        ...DIFF_FORMATS,
      ]),
    )
    .option('--out <file>', 'of checks: write the comparison to this file', place)
    .option('--history <dir>', 'instead of two runs: the folder of a target, such as reports/staging', place)
    .option('--scenario <name>', 'with --history: only the runs of this scenario')
    .option('--last <runs>', `with --history: only changes within the newest runs fail (default: ${LAST})`, lastRuns)
    .option('--report <dir>', 'of targets: where the reports go (default: a new folder under reports/diff/)', place)
    .option('--profile <names>', 'of targets: the kind of both runs: complete, no-burst, read-only or smoke', list, [])
    .addOption(dayShareOption('of targets: stop when this share of a'));
  addSendingOptions(command.optionsGroup('Of two targets, for both:'))
    .addHelpText('after', EXAMPLES)
    .action(async (before: string | undefined, after: string | undefined, flags: DiffFlags) => {
      const { runDiff } = await import('./diff.ts');
      finish(await runDiff(before, after, flags, terminal));
    });
}

const EXAMPLES = `
A name that the environment or .env knows as a target (PETVET_<NAME>_BASE_URL) is that target, even where a folder has the same name;
./NAME is the folder. Anything else is a report.

Examples:
  petvet diff production staging
  petvet diff production staging --profile read-only --seed 42
  petvet diff reports/production/latest reports/staging/latest
  petvet diff reports/production/latest reports/staging/latest --format markdown --out diff.md
  petvet diff reports/before reports/after --max-regression p95=20%
  petvet diff --history reports/staging --scenario ceiling --last 10

Exit status of two targets or checks: 0 nothing that callers could notice got worse, 1 something did, or a limit is exceeded, 2 undecided
(a must rule verified before is not verified after, or a run was cut short), a target could not be judged, or the runs cannot be compared,
130 interrupted (what was done is compared and written). Of two load runs: 0 no limit exceeded, 1 a limit
exceeded, or a must rule that was satisfied is violated, 2 undecided or the runs cannot be compared. With --history: 0 no change for the worse within the newest runs, 1 a change
for the worse (with --max-regression: by more than the limit), 2 undecided, as there are too few runs of a scenario with the same
settings, or none.`;
