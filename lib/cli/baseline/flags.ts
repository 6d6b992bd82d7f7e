import type { Command } from 'commander';
import type { BaselineFlags, BaselineWriteFlags } from './baseline.ts';
import { list, place } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Where a baseline lies unless a flag says otherwise: beside what is released. */
export const BASELINE_FILE = 'petvet-baseline.yaml';

/** Adds `petvet baseline` and its commands to the program. */
export function addBaseline(program: Command, terminal: Terminal): void {
  const baseline = program
    .command('baseline')
    .summary('write, prune or explain the file of known violations')
    .description(
      'A baseline lists known violations, each with a reason and an owner: `petvet check --baseline FILE` reports them as ' +
        'before, and fails only on others; so does `petvet client`. An entry identifies one finding of a rule by the kind of fault, not by its wording, so that a ' +
        'second fault of the same rule still fails.',
    )
    .addHelpText('after', EXAMPLES);
  const file = ['--file <file>', 'the baseline'] as const;
  baseline
    .command('write')
    .argument('<dir>', 'the folder of a report')
    .summary('add the violations of a run')
    .description('Adds an entry for each violation of a run that has none yet. Existing entries are not changed.')
    .option(...file, place, BASELINE_FILE)
    .requiredOption('--reason <text>', 'why these violations do not block a release')
    .requiredOption('--owner <name>', 'who fixes them')
    .option('--expires <date>', 'the last day on which these entries count (YYYY-MM-DD)')
    .option('--intermittent', 'these faults come and go: a run that does not see them makes no entry stale')
    .option('--strict', 'violated should rules, too: for --profile strict')
    .option(
      '--rule <ids>',
      'only violations of these rules or areas; where a known one of them has spread, its entry takes that in',
      list,
      [],
    )
    .action(async (dir: string, flags: BaselineWriteFlags) => {
      const { writeBaseline } = await import('./baseline.ts');
      await writeBaseline(dir, flags, terminal);
    });
  baseline
    .command('prune')
    .argument('<dir>', 'the folder of a report')
    .summary('remove stale entries: a run could have seen them, and did not')
    .description(
      'Removes the stale entries. Entries that the run could not have seen stay, and so do those that expired.',
    )
    .option(...file, place, BASELINE_FILE)
    .action(async (dir: string, flags: BaselineFlags) => {
      const { pruneBaseline } = await import('./baseline.ts');
      await pruneBaseline(dir, flags, terminal);
    });
  baseline
    .command('explain')
    .argument('[dir]', 'the folder of a report, to say what became of each entry in that run')
    .summary('print what each entry is about')
    .description('Prints each entry with the requirement that it violates, its reason, owner and expiry.')
    .option(...file, place, BASELINE_FILE)
    .action(async (dir: string | undefined, flags: BaselineFlags) => {
      const { explainBaseline } = await import('./baseline.ts');
      await explainBaseline(dir, flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet baseline write reports/staging/2026-11-21T13-00-00 --reason 'fixed in 2.1' --owner team-adoption --expires 2027-01-31
  petvet check --target staging --baseline ${BASELINE_FILE}
  petvet baseline explain reports/staging/2026-11-21T13-00-00
  petvet baseline prune reports/staging/2026-11-21T13-00-00

Exit status: 0 written or printed, 2 not. With --baseline, \`petvet check\` exits with 0 if every violation is known, and with 1 if it
finds another one, or an entry has expired or is stale.`;
