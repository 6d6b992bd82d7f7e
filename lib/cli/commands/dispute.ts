import type { Command } from 'commander';
import { place } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** What `petvet challenge` is told. */
export interface ChallengeFlags {
  readonly out?: string;
}

/** Adds `petvet challenge` to the program. */
export function addChallenge(program: Command, terminal: Terminal): void {
  program
    .command('challenge')
    .argument('<finding>', 'LIST-2 for the first violation of a rule, LIST-2#3 for its third finding')
    .argument('<dir>', 'the folder of a report')
    .summary('one finding with all that is needed to dispute it')
    .description(
      'Writes one finding of an earlier run as Markdown, for a dispute: the requirement, how petvet reads it, what was seen, the ' +
        'exchanges in full, why that makes the verdict, and how to check it. Nothing is sent.',
    )
    .option('--out <file>', 'write it to a file instead of standard output', place)
    .addHelpText('after', EXAMPLES)
    .action(async (finding: string, dir: string, flags: ChallengeFlags) => {
      const { runChallenge } = await import('../challenge.ts');
      await runChallenge(finding, dir, flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet challenge LIST-2 reports/staging/2026-11-21T13-00-00
  petvet challenge LIST-2#3 reports/staging/2026-11-21T13-00-00 --out LIST-2.md

Exit status: 0 written, 2 not written.`;
