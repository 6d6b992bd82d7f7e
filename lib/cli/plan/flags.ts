import type { Command } from 'commander';
import { list } from '../shared/values.ts';
import type { PlanFlags } from './plan.ts';
import type { Terminal } from '../shared/terminal.ts';
import { addRunOptions } from '../shared/flags.ts';

/** Adds `petvet plan` to the program. */
export function addPlan(program: Command, terminal: Terminal): void {
  const command = program
    .command('plan')
    .summary('say what a run with these settings would send and cover, without sending it')
    .description(
      "Sends nothing to the target. Makes the run that `petvet check` would make with the same settings, against petvet's own " +
        'reference server, and prints which part of the input model that run covers.',
    );
  addRunOptions(command)
    .option('--profile <names>', 'the kind of run, as for check: complete, no-burst, read-only or smoke', list, [])
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PlanFlags) => {
      const { runPlan } = await import('./plan.ts');
      await runPlan(flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet plan --target staging --plan free
  petvet plan --target production --profile read-only
  petvet plan --max-requests 300

Exit status: 0 printed, 2 the settings allow no run, 130 interrupted.`;
