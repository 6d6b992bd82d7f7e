import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { DEFAULT_REQUESTS, FAILED_REQUESTS, SMOKE_REQUESTS } from '../../probe/budget.ts';
import type { Strictness } from '../exit.ts';
import { count, list, place, positive, share } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** What `petvet check` is told. */
export interface CheckFlags extends Partial<Strictness> {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly asOf?: string;
  readonly writes?: boolean;
  readonly allowPlainHttp?: boolean;
  readonly rule: readonly string[];
  readonly skip: readonly string[];
  readonly skipInput: readonly string[];
  readonly seed?: number;
  readonly maxRequests?: number;
  readonly dayShare?: number;
  readonly dayUsed?: number;
  readonly burn?: boolean;
  readonly smoke?: boolean;
  readonly failFast?: boolean;
  readonly populate?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly keep?: number;
  readonly replay?: string;
  readonly failedFrom?: string;
}

/** Adds `petvet check` to the program. */
export function addCheck(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('check')
    .summary('vet a running service: a verdict on every rule, with the exchange that proves it')
    .description(
      'Sends a bounded number of requests to a running pet adoption service and judges, rule by rule, whether it conforms to ' +
        'its specification. Without a target it vets the reference server that petvet brings along.\n\n' +
        'A target needs two variables, in the environment or in .env: PETVET_BASE_URL and PETVET_API_KEY; ' +
        'or, for a named one, PETVET_STAGING_BASE_URL and PETVET_STAGING_API_KEY.',
    )
    .option('--target <name>', 'a target named in the environment or in .env, e.g. staging')
    .option('--base-url <url>', 'the base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: auto)').choices([...PLAN_CHOICES]))
    .option('--as-of <date>', 'evaluate the service as of this date (YYYY-MM-DD); no clock is changed')
    .option('--writes', 'send POST, too: the pets that a run creates stay')
    .option('--no-writes', 'send no POST at all')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--rule <ids>', 'judge only these rules or areas, e.g. LIST-2,AUTH', list, [])
    .option('--skip <ids>', 'do not judge these rules or areas', list, [])
    .option(
      '--skip-input <names>',
      'do not send these hostile inputs, e.g. name-nul,chunked; `help` lists them',
      list,
      [],
    )
    .option('--seed <number>', 'draw the same values as an earlier run', count)
    .option(
      '--replay <path>',
      'with --seed: one input of one probe, "probe@path" as the report prints it beside the input',
    )
    .option(
      '--failed-from <dir>',
      `judge only the must rules that failed in that report, in at most ${FAILED_REQUESTS} requests`,
    )
    .option(
      '--max-requests <number>',
      `send at most this many requests (default: ${DEFAULT_REQUESTS}, more where the rate limit is higher)`,
      positive,
    )
    .option('--burn', 'use up the rate limit of the minute, to see what happens then (default, except on production)')
    .option('--no-burn', 'do not use up the rate limit')
    .option(
      '--day-share <share>',
      "stop when this share of the key's daily quota is used, by whomever (default: 50%)",
      share,
    )
    .option('--day-used <number>', 'requests that the key has made today, where this machine cannot know', count)
    .option('--smoke', `a quick check in at most ${SMOKE_REQUESTS} requests`)
    .option('--fail-fast', 'end at the first violated must rule')
    .option('--populate', 'create pets until there are 101, which LIST-4 needs; they stay')
    .option('--dry-run', 'send nothing; show what would be sent and written')
    .option('--report <dir>', 'where the report goes (default: a new folder under reports/)', place)
    .option('--keep <number>', 'delete all but this many of the newest runs of this target under reports/', positive)
    .addOption(
      new Option('--profile <profile>', 'strict: a violated should rule fails the run, too')
        .choices(['default', 'strict'])
        .default('default'),
    )
    .option('--require-complete', 'exit 3 when an applicable must rule could not be verified')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: CheckFlags) => {
      const { runCheck } = await import('../check.ts');
      finish(await runCheck(flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet check                                  vet the reference server: see what a report looks like
  petvet check --base-url http://127.0.0.1:8080/v1
  petvet check --target staging --plan free --require-complete
  petvet check --target production --no-writes --smoke
  petvet check --target staging --rule LIST --seed 42
  petvet check --failed-from reports/staging/2026-11-21T13-00-00

Exit status: 0 no must rule violated, 1 violated, 2 petvet could not judge, 3 incomplete (with --require-complete), 130 interrupted.`;
