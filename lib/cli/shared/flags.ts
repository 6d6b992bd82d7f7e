import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { SMOKE_REQUESTS } from '../../probe/budget.ts';
import type { ChoiceFlags } from '../../targets/choice.ts';
import { count, list, place, positive, requestCount, share, someTime } from './values.ts';

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

/** Adds the options that name a service. @param more - of `--target` */
export function addTargetOptions(command: Command, more = "; reference is petvet's own server"): Command {
  return command
    .option('--target <name>', `a target named in the environment or in .env, e.g. staging${more}`)
    .option('--base-url <url>', 'the base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: auto)').choices([...PLAN_CHOICES]));
}

/** Adds the options of {@link RunFlags} to a command. */
export function addRunOptions(command: Command): Command {
  return addSendingOptions(addTargetOptions(command)).addOption(
    new Option('--populate', 'create pets until there are 101, which LIST-4 needs; they stay').conflicts('smoke'),
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

/**
 * A flag that makes a gate of a run: something goes by what the run comes to. Who gives one has a service in mind, so that petvet's own
 * server is not taken in its place. A flag joins by being declared as one.
 */
export class GateOption extends Option {}

/** The flags of a gate that a command was given, as they are typed. */
export function gateFlagsOf(command: Command): string[] {
  return command.options
    .filter((option) => option instanceof GateOption && command.getOptionValueSource(option.attributeName()) === 'cli')
    .filter((option) => option.negate === (command.getOptionValue(option.attributeName()) === false))
    .map(({ long, flags }) => long ?? flags);
}

/** What `--profile` and `--require-complete` are given as. */
export interface StrictnessFlags {
  readonly profile: readonly string[];
  readonly requireComplete?: boolean;
}

/** What a gate is told on the command line. */
export interface GateFlags extends StrictnessFlags {
  readonly failOn: readonly string[];
  readonly baseline?: string;
}

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

/** The flag of commands that print verdicts, which leaves out what a log of a passing run does not need. */
export function quietOption(): Option {
  return new Option('-q, --quiet', 'print only violations, the outcome and the exit status').conflicts('verbose');
}

/** Where the report of a run goes; runs are deleted in the default place only: who knows what else is in another one. */
export function reportOption(): Option {
  return new Option('--report <dir>', 'where the report goes (default: a new folder under reports/)')
    .argParser(place)
    .conflicts('keep');
}

/** How many runs stay in the default place. @param runs - what they are called */
export function keepOption(runs: 'runs' | 'load runs'): Option {
  return new Option(
    '--keep <number>',
    `delete all but this many of the newest ${runs} of this target under reports/`,
  ).argParser(positive);
}

/** What a run may spend of the key's day. @param of - whose, where there are several */
export function dayShareOption(of = 'stop when this share of the'): Option {
  return new Option(
    '--day-share <share>',
    `${of} key's daily quota is used, by petvet or others (default: 50%; not counted on this machine)`,
  ).argParser(share);
}
