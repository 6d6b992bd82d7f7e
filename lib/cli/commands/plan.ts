import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addRunOptions, type RunFlags } from './run-options.ts';

/** Adds `petvet plan` to the program. */
export function addPlan(program: Command, terminal: Terminal): void {
  const command = program
    .command('plan')
    .summary('what a run with these settings would cover, and for how many requests')
    .description(
      'Sends nothing to the target: makes the run that `petvet check` would make with the same settings against the reference server ' +
        'that petvet brings along, and says what of the input model that run covers.',
    );
  addRunOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => {
      const { runPlan } = await import('../plan.ts');
      await runPlan(flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet plan --target staging --plan free
  petvet plan --target production --no-writes --no-burn
  petvet plan --max-requests 300

Exit status: 0, 2 where the settings say nothing that can be run, 130 interrupted.`;
