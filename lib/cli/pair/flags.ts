import { Option, type Command } from 'commander';
import type { PairFlags } from './pair.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet pair` to the program. */
export function addPair(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('pair')
    .argument(
      '<files...>',
      'certificates with their evidence, or folders of reports: of one client, and of one service',
    )
    .summary('tell whether a client may meet a service')
    .description(
      'Holds what a client was shown to stand (`petvet client --grease`) against what a service does where the specification ' +
        'leaves it open, by judging the evidence of both again. Several runs of the client count together. Sends nothing.',
    )
    .addOption(new Option('--format <format>', 'json: as one line of JSON').choices(['json']))
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: PairFlags) => {
      const { runPair } = await import('./pair.ts');
      finish(await runPair(files, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet pair client/certificate.intoto.jsonl service/certificate.intoto.jsonl
  petvet pair reports/adopt reports/staging/2026-11-21T13-00-00
  petvet pair reports/adopt-7 reports/adopt-12 reports/staging/2026-11-21T13-00-00

Exit status: 0 yes, 1 no, 2 could not be judged, 3 not shown.`;
