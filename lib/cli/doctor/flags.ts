import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import type { DoctorFlags } from './doctor.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet doctor` to the program. */
export function addDoctor(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('doctor')
    .summary('check that everything is ready for a run: Node, k6, settings, service, key, rate limit')
    .description(
      'Looks at what a run needs, in at most two requests: one without the key, and one with it if the service is there. Each ' +
        'line says ✔ (fine), ✖ (to fix) or ? (unknown, or worth a look), and what to do.',
    )
    .addOption(
      new Option('--target <name>', 'a target named in the environment or in .env, e.g. staging').conflicts('baseUrl'),
    )
    .option('--base-url <url>', 'the base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: auto)').choices([...PLAN_CHOICES]))
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .addOption(new Option('--format <format>', 'print one JSON document').choices(['json']))
    .addHelpText('after', EXAMPLES)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./doctor.ts');
      finish(await runDoctor(flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet doctor
  petvet doctor --target staging
  petvet doctor --format json | jq '.lines[] | select(.state != "well")'

Exit status: 0 nothing to fix, 1 something to fix, 2 wrong usage, 130 interrupted.`;
