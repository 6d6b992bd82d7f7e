import type { Command } from 'commander';
import type { DisputeFlags } from './dispute.ts';
import { place } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet dispute` to the program. */
export function addDispute(program: Command, terminal: Terminal): void {
  program
    .command('dispute')
    .argument('<dir>', 'the folder of a report')
    .argument('<finding>', 'LIST-2 for the first violation of a rule, LIST-2#3 for its third finding')
    .summary('write one finding as Markdown, with all that a dispute needs')
    .description(
      'Writes one finding of an earlier run as Markdown, for a dispute: the requirement, how petvet reads it, what was seen, the ' +
        'exchanges in full, why that makes the verdict, and how to check it. Nothing is sent.',
    )
    .option('--out <file>', 'write it to a file instead of standard output', place)
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, finding: string, flags: DisputeFlags) => {
      const { runDispute } = await import('./dispute.ts');
      await runDispute(dir, finding, flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet dispute reports/staging/2026-11-21T13-00-00 LIST-2
  petvet dispute reports/staging/2026-11-21T13-00-00 LIST-2#3 --out LIST-2.md

Exit status: 0 written, 2 not written.`;
