import { Option, type Command } from 'commander';
import { DEFAULT_REQUESTS } from '../../probe/budget.ts';
import type { CheckFlags } from './check.ts';
import { refuseFlagsKeptByNpm } from './flags-kept-by-npm.ts';
import { duration } from '../shared/values.ts';
import { OUTCOME_FORMATS } from '../shared/printed-outcome.ts';
import {
  quietOption,
  gateFlagsOf,
  GateOption,
  addGateOptions,
  addRunOptions,
  dayShareOption,
  keepOption,
  reportOption,
} from '../shared/flags.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet check` to the program. */
export function addCheck(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('check')
    .summary('test a running service: a verdict on every rule, with the exchange that proves it')
    .description(
      'Sends a bounded number of requests to a running pet adoption service and judges, rule by rule, whether it conforms to ' +
        "its specification. Without any setting, outside of a pipeline, it tests petvet's own reference server.\n\n" +
        'A target needs two variables, in the environment or in .env: PETVET_BASE_URL and PETVET_API_KEY; ' +
        'or, for a named one, PETVET_STAGING_BASE_URL and PETVET_STAGING_API_KEY.',
    );
  const described = addRunOptions(command)
    .addOption(
      new Option(
        '--failed-from <dir>',
        `judge only the must rules that failed in that report, in ${DEFAULT_REQUESTS} requests; where these cannot tell, in a whole run`,
      ).conflicts(CHOSEN_BY_THE_REPORT),
    )
    .addOption(dayShareOption())
    .addOption(
      new GateOption(
        '--wait-until-up <time>',
        'wait up to this long for a fresh deployment to respond, e.g. 120s',
      ).argParser(duration),
    )
    .addOption(
      // The first violation may be one that these let pass, and others would not be seen.
      new Option('--fail-fast', 'end at the first violated must rule').conflicts(['baseline', 'failOn']),
    )
    .addOption(
      new Option('--watch', 'test again what failed, on Enter or when a service on this machine restarts').conflicts(
        // It makes several runs, each with a report of its own.
        ['report', 'keep', 'format', 'dryRun', 'failedFrom'],
      ),
    )
    .option('--verbose', 'print the verdict on every rule, and what was observed')
    .addOption(quietOption())
    .option('--dry-run', 'send nothing; show what would be sent and written')
    .addOption(reportOption())
    .addOption(keepOption('runs'));
  addGateOptions(described, PROFILES_SAID, ' (default in a pipeline where --profile names a kind of run)')
    .addOption(
      new GateOption(
        '--format <format>',
        'print only the outcome on standard output: one word, or one line of JSON',
      ).choices([...OUTCOME_FORMATS]),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (typed: CheckFlags) => {
      refuseFlagsKeptByNpm(command, terminal);
      const flags = { ...typed, gateFlags: gateFlagsOf(command) };
      const { runCheck } = await import('./check.ts');
      if (flags.watch === true) {
        const { watchCheck } = await import('./watch.ts');
        finish(await watchCheck(flags, terminal));
      } else finish(await runCheck(flags, terminal));
    });
}

/** What failed before is chosen by the report. */
const CHOSEN_BY_THE_REPORT =
  'rule skip skipInput baseline failOn format waitUntilUp populate smoke failFast dryRun seed maxTime'.split(' ');

const PROFILES_SAID =
  'the kind of run: complete, no-burst (as --no-burn), read-only (as --no-writes --no-burn) or smoke (as --smoke); ' +
  'and strict: a violated should rule fails the run, too; several separated by commas';

const EXAMPLES = `
Examples:
  petvet check                                  test the reference server: see what a report looks like
  petvet check --base-url http://127.0.0.1:8080/v1
  petvet check --target staging --plan free --require-complete
  petvet check --target production --profile read-only --require-complete
  petvet check --target staging --rule LIST --seed 42
  petvet check --base-url http://127.0.0.1:8080/v1 --no-burn --watch     while you implement it
  petvet check --failed-from reports/staging/2026-11-21T13-00-00

Exit status: 0 no must rule violated, 1 violated, 2 petvet could not judge, 3 incomplete (with --require-complete), 130 interrupted.`;
