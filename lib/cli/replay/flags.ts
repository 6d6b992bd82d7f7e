import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { dayShareOption } from '../shared/flags.ts';
import type { ReplayFlags } from './replay.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet replay` to the program. */
export function addReplay(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('replay')
    .argument('<dir>', 'the folder of a report')
    .argument(
      '[finding]',
      'LIST-2 for every violation of a rule; LIST-2#3 for its third finding; without it the violations are listed',
    )
    .summary('send again what led to a finding, and say whether it is fixed')
    .description(
      'Sends again what led to a finding of an earlier run, judges the responses as that run did, and says whether the ' +
        'violation is still there. The target is that of the run unless flags name another; its key comes from the environment.',
    )
    .option('--target <name>', 'another target named in the environment or in .env')
    .option('--base-url <url>', 'another base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(
      new Option('--plan <plan>', 'the plan of the key (default: that of the earlier run)').choices([...PLAN_CHOICES]),
    )
    .option('--as-of <date>', 'evaluate the service as of this date (YYYY-MM-DD)')
    .option('--writes', 'send POST, too: the pets that it creates stay')
    .option('--no-writes', 'send no POST at all')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .addOption(dayShareOption())
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, finding: string | undefined, flags: ReplayFlags) => {
      const { runReplay } = await import('./replay.ts');
      finish(await runReplay(dir, finding, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet replay reports/staging/2026-11-21T13-00-00 LIST-2
  petvet replay reports/staging/2026-11-21T13-00-00 LIST-2#3 --base-url http://127.0.0.1:8080/v1

Exit status: 0 fixed, 1 violated again, 2 cannot tell, 130 interrupted.`;
