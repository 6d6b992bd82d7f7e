import type { Command } from 'commander';
import { GateOption } from './gate-option.ts';
import { list, place } from './options.ts';

/** Adds the options that say what fails a run. @param profiles - what `--profile` does there; @param more - of `--require-complete` */
export function addGateOptions(command: Command, profiles: string, more = ''): Command {
  return command
    .addOption(new GateOption('--profile <names>', profiles).argParser(list).default([]))
    .addOption(
      new GateOption(
        '--require-complete',
        `exit with status 3 if a must rule that applies, or that the profile promises, could not be verified${more}`,
      ),
    )
    .addOption(new GateOption('--no-require-complete', 'do not exit with status 3'))
    .addOption(
      new GateOption(
        '--baseline <file>',
        'known violations, which do not fail the run; `petvet baseline` writes it',
      ).argParser(place),
    )
    .addOption(
      new GateOption('--fail-on <ids>', 'only violations of these rules or areas fail the run')
        .argParser(list)
        .default([]),
    );
}
