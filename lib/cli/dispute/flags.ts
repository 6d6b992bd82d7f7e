import type { Command } from 'commander';
import type { DisputeFlags } from './values.ts';
import { place } from '../shared/values.ts';
import { addTrustedRoot } from '../shared/trusted-root.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet dispute` to the program. */
export function addDispute(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const command = program
    .command('dispute')
    .argument('<dir>', 'the folder of a report; or a certificate in a register')
    .argument(
      '<finding>',
      'LIST-2 for the first violation of a rule, LIST-2#3 for its third finding; of a certificate: the folder of the report against it',
    )
    .summary('write one finding as Markdown, with all that a dispute needs')
    .description(
      'Writes one finding of an earlier run as Markdown, for a dispute: the requirement, how petvet reads it, what was seen, the ' +
        'exchanges in full, why that makes the verdict, and how to check it. With a certificate, judges the report again and opens a ' +
        'dispute in its register. Nothing is sent.',
    )
    .option('--out <file>', 'write it to a file instead of standard output', place)
    .option('--subject-file <file>', 'with a certificate of a file: the file that the report is about', place);
  addTrustedRoot(command)
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, finding: string, flags: DisputeFlags) => {
      const { runDispute } = await import('./dispute.ts');
      finish(await runDispute(dir, finding, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet dispute reports/staging/2026-11-21T13-00-00 LIST-2
  petvet dispute reports/staging/2026-11-21T13-00-00 LIST-2#3 --out LIST-2.md
  petvet dispute register/pets-go/1.4.0/certificate.intoto.jsonl reports/staging/2026-11-21T13-00-00

Exit status: 0 written, 1 the report says nothing against the certificate, 2 not written.`;
