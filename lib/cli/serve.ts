import { Option, type Command } from 'commander';
import { PLAN_NAMES, type PlanName } from '../contract/plans.ts';
import { LIMITER_KINDS, type LimiterKind } from '../reference/limiter-kinds.ts';
import { RETRY_AFTER_FORMS, type ReferenceOptions, type RetryAfterForm } from '../reference/options.ts';
import { UsageError } from '../errors.ts';
import { readKeysFile } from '../load/keys-file.ts';
import { startReferenceServer } from '../reference/server.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import { readEnvironment } from '../targets/environment.ts';
import { count, list, place, within } from './options.ts';
import type { Terminal } from './terminal.ts';
import { acceptedKeys } from './tier-targets.ts';

interface ServeFlags {
  readonly port: number;
  readonly plan: PlanName;
  readonly key: readonly string[];
  readonly keys?: string;
  readonly animals?: number;
  readonly today?: string;
  readonly window: number;
  readonly day: number;
  readonly limiter?: LimiterKind;
  readonly retryAfter?: RetryAfterForm;
  readonly seed?: number;
  readonly defect?: string;
  readonly variant?: string;
}

/** Many more take minutes to make, and gigabytes of memory. */
const MOST_ANIMALS = 100_000;

/** Adds `petvet serve` to the program. */
export function addServe(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('serve')
    .summary('start the reference server: a small service that keeps every rule')
    .description('Starts the reference server on this machine and runs until it is interrupted.')
    .option('--port <number>', 'the port; 0 takes a free one', within(0, 65_535), 8080)
    .addOption(new Option('--plan <plan>', 'the plan of the keys').choices([...PLAN_NAMES]).default('business'))
    .option(
      '--key <key>',
      'a key that callers may use; give it twice for two callers (default: made up at the start)',
      list,
      [],
    )
    .option('--keys <file>', 'keys of several plans, in the file that `petvet load tiers` reads', place)
    .option('--animals <number>', 'how many animals there are at the start (default: 120)', within(0, MOST_ANIMALS))
    .option('--today <date>', 'the date at which the service lives (YYYY-MM-DD)')
    .option('--window <seconds>', 'the length of the minute window, for tests', within(1, 86_400), 60)
    .option('--day <seconds>', 'the length of the day window, for tests', within(1, 86_400), 86_400)
    .addOption(new Option('--limiter <kind>', 'how the minute is kept (default: fixed)').choices([...LIMITER_KINDS]))
    .addOption(
      new Option('--retry-after <form>', 'how a 429 tells how long to wait (default: seconds)').choices([
        ...RETRY_AFTER_FORMS,
      ]),
    )
    .option('--seed <number>', 'makes the same animals again', count)
    .option('--defect <name>', 'break one rule in one way')
    .option('--variant <name>', 'conform in another way')
    .action(async (flags: ServeFlags) => finish(await runServe(flags, terminal)));
}

async function runServe(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { port, plan, animals, key, window, day, limiter, retryAfter, seed, defect, variant, today } = flags;
  refuseOddKeys(key);
  const accepted = keysOf(flags, terminal);
  const options: ReferenceOptions = {
    port,
    plan,
    windowSeconds: window,
    daySeconds: day,
    ...(limiter !== undefined && { limiter }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(animals !== undefined && { animals }),
    ...(accepted.length > 0 && { keys: accepted }),
    ...(today !== undefined && { today: resolveAsOf(today, terminal.today) }),
    ...(seed !== undefined && { seed }),
    ...(defect !== undefined && { defect }),
    ...(variant !== undefined && { variant }),
  };
  const server = await startReferenceServer(options).catch((error: unknown) => {
    throw new UsageError(startFailure(error, port), 'see `petvet serve --help`');
  });
  const plans = flags.keys === undefined ? `plan ${plan}` : `plans ${accepted.map((one) => one.plan).join(', ')}`;
  terminal.out(`The reference server listens at ${server.baseUrl} (${plans}).`);
  if (accepted.length === 0) terminal.out(`PETVET_BASE_URL=${server.baseUrl} PETVET_API_KEY=${server.keys.primary}`);
  await new Promise<void>((resolve) => {
    if (terminal.interrupt.aborted) resolve();
    terminal.interrupt.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
  return 0;
}

/** The keys that are given; none where they are to be made up. */
function keysOf({ key, keys }: ServeFlags, terminal: Terminal): NonNullable<ReferenceOptions['keys']> {
  if (keys === undefined) return key.map((one) => ({ key: one }));
  if (key.length > 0)
    throw new UsageError('--key and --keys cannot both be given', 'the file of --keys names all keys');
  return acceptedKeys(readKeysFile(keys, readEnvironment(terminal.cwd, terminal.environment)).tiers);
}

/** A caller could not send another key; no sentence repeats one. */
function refuseOddKeys(keys: readonly string[]): void {
  if (!keys.every((key) => /^[\u0021-\u007e]{1,4096}$/.test(key)))
    throw new UsageError('--key must be printable ASCII without blanks', 'give one of at most 4096 characters');
  if (new Set(keys).size < keys.length) throw new UsageError('--key gives one key twice', 'two callers have two keys');
}

function startFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `another program listens at port ${port}: choose another one with --port`;
  if (code === 'EACCES') return `this user may not listen at port ${port}: choose one from 1024 on with --port`;
  return error instanceof Error ? error.message : String(error);
}
