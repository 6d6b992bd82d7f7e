import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import type { JudgeFlags } from './judge.ts';
import { quietOption, addGateOptions } from '../shared/flags.ts';
import { list, place } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet judge` to the program. */
export function addJudge(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const described = program
    .command('judge')
    .argument('<files...>', 'evidence.jsonl, a HAR file, or the folder of a report')
    .summary('judge recorded traffic again, without sending anything')
    .description(
      'Judges recorded traffic: the evidence of a petvet run, with the same verdicts, or a HAR file from a browser or a proxy, ' +
        'for the rules that its traffic exercises.',
    )
    .option('--base-url <url>', 'the base address of the service in a foreign HAR; it ends with /v1')
    .addOption(
      new Option('--plan <plan>', 'the plan of the key in a foreign HAR (default: auto)').choices([...PLAN_CHOICES]),
    )
    .option('--as-of <date>', 'judge foreign traffic as of this date (YYYY-MM-DD)')
    .option(
      '--authenticated',
      'treat requests without Authorization in a foreign HAR as sent with a valid key (browsers leave the header out)',
    )
    .option('--client', 'judge the client that sent the recorded requests, by the CLIENT rules, instead of the service')
    .option('--rule <ids>', 'judge only these rules or areas', list, [])
    .option('--skip <ids>', 'do not judge these rules or areas', list, [])
    .option('--verbose', 'print the verdict on every rule, and what was observed')
    .addOption(quietOption())
    .option('--report <dir>', 'write conformance.json and the other formats to this folder', place);
  addGateOptions(
    described,
    'complete, no-burst, read-only or smoke: what --require-complete requires; strict: a violated should rule fails, too',
  )
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: JudgeFlags) => {
      if (flags.client === true) {
        const { judgeClients } = await import('./client.ts');
        finish(await judgeClients(files, flags, terminal));
        return;
      }
      const { runJudge } = await import('./judge.ts');
      finish(await runJudge(files, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet judge reports/staging/latest
  petvet judge traffic.har --base-url https://pets.example/v1
  petvet judge --client traffic.har --base-url https://pets.example/v1

Exit status: 0 no must rule violated, 1 violated, 2 nothing could be judged, 3 incomplete (with --require-complete).`;
