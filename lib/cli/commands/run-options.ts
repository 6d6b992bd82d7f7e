import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { SMOKE_REQUESTS } from '../../probe/budget.ts';
import type { ChoiceFlags } from '../../targets/choice.ts';
import { count, list, requestCount, someTime } from '../options.ts';

/** What decides on what a run sends, to any target. */
export interface SendingFlags {
  readonly asOf?: string;
  readonly writes?: boolean;
  readonly allowPlainHttp?: boolean;
  readonly rule: readonly string[];
  readonly skip: readonly string[];
  readonly skipInput: readonly string[];
  readonly seed?: number;
  readonly maxRequests?: number;
  /** In seconds. */
  readonly maxTime?: number;
  readonly burn?: boolean;
  readonly smoke?: boolean;
}

/** What decides on what a run sends, and to which target. */
export interface RunFlags extends SendingFlags, Pick<ChoiceFlags, 'gateFlags'> {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly populate?: boolean;
}

/** Adds the options of {@link RunFlags} to a command. */
export function addRunOptions(command: Command): Command {
  command
    .option(
      '--target <name>',
      "a target named in the environment or in .env, e.g. staging; reference is petvet's own server",
    )
    .option('--base-url <url>', 'the base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: auto)').choices([...PLAN_CHOICES]));
  return addSendingOptions(command).option(
    '--populate',
    'create pets until there are 101, which LIST-4 needs; they stay',
  );
}

/** Adds the options of {@link SendingFlags} to a command. */
export function addSendingOptions(command: Command): Command {
  return command
    .option('--as-of <date>', 'evaluate the service as of this date (YYYY-MM-DD); no clock is changed')
    .option('--writes', 'send POST, too: the pets that a run creates stay')
    .option('--no-writes', 'send no POST at all')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--rule <ids>', 'judge only these rules or areas, e.g. LIST-2,AUTH', list, [])
    .option('--skip <ids>', 'do not judge these rules or areas', list, [])
    .option(
      '--skip-input <names>',
      'do not send these hostile inputs, e.g. name-nul,chunked; `--skip-input help` lists them',
      list,
      [],
    )
    .option('--seed <number>', 'draw the same values as an earlier run', count)
    .option(
      '--max-requests <number>',
      'send at most this many requests (default: by the plan; the run says how many before it begins)',
      requestCount,
    )
    .option(
      '--max-time <time>',
      'end after this long with what has been judged, e.g. 90s (default: about three minutes)',
      someTime,
    )
    .option('--burn', 'use up the rate limit, to verify how the service enforces it (default, except on production)')
    .option('--no-burn', 'the quick way: do not use up the rate limit, and wait for one window at most')
    .option('--smoke', `a quick check in at most ${SMOKE_REQUESTS} requests`);
}
