import type { Command } from 'commander';
import { list, place } from '../options.ts';

/** Adds the options that say what fails a run. @param profiles - what `--profile` does there; @param more - of `--require-complete` */
export function addGateOptions(command: Command, profiles: string, more = ''): Command {
  return command
    .option('--profile <names>', profiles, list, [])
    .option(
      '--require-complete',
      `exit with status 3 if a must rule that applies, or that the profile promises, could not be verified${more}`,
    )
    .option('--no-require-complete', 'do not exit with status 3')
    .option('--baseline <file>', 'known violations, which do not fail the run; `petvet baseline` writes it', place)
    .option('--fail-on <ids>', 'only violations of these rules or areas fail the run', list, []);
}
