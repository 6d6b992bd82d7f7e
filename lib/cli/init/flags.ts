import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { CI_SYSTEMS } from './ci-files.ts';
import type { InitFlags } from './init.ts';
import { place } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet init` to the program. */
export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .summary('write the settings of your service into .env, and a CI file')
    .description(
      'Writes the settings of a target into .env, makes git ignore that file, and with --ci writes a pipeline. At a terminal it asks for ' +
        'what no flag gives. There is no flag that takes a key, because process lists show flags.',
    )
    .option('--target <name>', 'name the target, e.g. staging (default: a target without a name)')
    .option('--base-url <url>', 'the base address, which ends with /v1')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: auto)').choices([...PLAN_CHOICES]))
    .addOption(new Option('--key-stdin', 'read the key from standard input').conflicts(['keyEnv', 'keyFile']))
    .addOption(
      new Option('--key-env <variable>', 'take the key from this variable of the environment').conflicts('keyFile'),
    )
    .option('--key-file <file>', 'let the settings name this file, which holds the key', place)
    .addOption(
      new Option(
        '--ci <system>',
        'write a pipeline that gates a release with --target, too; of a configured target nothing else',
      ).choices([...CI_SYSTEMS]),
    )
    .option('--force', 'replace existing settings and files')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('./init.ts');
      await runInit(flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet init                                       asks for everything
  petvet init --target staging --base-url https://staging.pets.example/v1 --plan pro --ci github
  petvet init --ci gitlab                           adds a pipeline for the configured target
  pass show pets/staging | petvet init --base-url https://pets.example/v1 --key-stdin
  petvet init --base-url http://127.0.0.1:8080/v1 --key-env PET_KEY

Exit status: 0 written, 2 not written, 130 interrupted.`;
