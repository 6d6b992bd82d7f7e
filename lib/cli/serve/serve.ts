import type { PlanName } from '../../contract/plans.ts';
import type { LimiterKind } from '../../reference/limiter-kinds.ts';
import type { ReferenceOptions, RetryAfterForm } from '../../reference/options.ts';
import { drawFreedoms, variantsOf } from '../../client/freedoms.ts';
import { UsageError } from '../../errors.ts';
import { readKeysFile } from '../../load/keys-file.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { readEnvironment } from '../../targets/environment.ts';
import { interruption, type Terminal } from '../shared/terminal.ts';
import { acceptedKeys } from '../../load/tier-targets.ts';

/** What `petvet serve` is told. */
export interface ServeFlags {
  readonly port: number;
  readonly plan: PlanName;
  readonly key: readonly string[];
  readonly keys?: string;
  readonly pets?: number;
  readonly today?: string;
  readonly window: number;
  readonly day: number;
  readonly limiter?: LimiterKind;
  readonly retryAfter?: RetryAfterForm;
  readonly seed?: number;
  readonly defect: readonly string[];
  readonly variant: readonly string[];
  readonly grease?: number;
  readonly list?: boolean;
  readonly sessions?: boolean;
}

/** Serves until it is interrupted. @returns the exit status */
export async function runServe(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { port, plan, pets, key, window, day, limiter, retryAfter, seed, defect, variant, grease, today } = flags;
  refuseOddKeys(key);
  if (grease !== undefined && variant.length > 0)
    throw new UsageError('--grease and --variant cannot both be given', '--grease draws the variants');
  const freedoms = grease === undefined ? [] : drawFreedoms(grease);
  const accepted = keysOf(flags, terminal);
  const options: ReferenceOptions = {
    port,
    plan,
    windowSeconds: window,
    daySeconds: day,
    ...(limiter !== undefined && { limiter }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(pets !== undefined && { pets: pets }),
    ...(accepted.length > 0 && { keys: accepted }),
    ...(today !== undefined && { today: resolveAsOf(today, terminal.today, '--today') }),
    ...(seed !== undefined && { seed }),
    defects: defect,
    variants: grease === undefined ? variant : variantsOf(freedoms),
  };
  const server = await startReferenceServer(options).catch((error: unknown) => {
    throw new UsageError(
      startFailure(error, port),
      error instanceof RangeError && /^there is no (?:defect|variant)/.test(error.message)
        ? '`petvet serve --list` names them all'
        : 'see `petvet serve --help`',
    );
  });
  const plans = flags.keys === undefined ? `plan ${plan}` : `plans ${accepted.map((one) => one.plan).join(', ')}`;
  const deviations = [...named('defect', defect), ...named('variant', variant)].map((one) => ` ${one}.`);
  terminal.out(`The reference server listens at ${server.baseUrl} (${plans}).${deviations.join('')}`);
  for (const { name, says } of freedoms) terminal.out(`${name}: ${says}`);
  if (accepted.length === 0) terminal.out(`PETVET_BASE_URL=${server.baseUrl} PETVET_API_KEY=${server.keys.primary}`);
  await interruption(terminal);
  await server.close();
  return 0;
}

/** What is not as in the server without flags, so that its responses surprise nobody. */
function named(kind: string, names: readonly string[] = []): string[] {
  return names.length === 0
    ? []
    : [`${names.length === 1 ? `With the ${kind}` : `With the ${kind}s`} ${names.join(', ')}`];
}

/** The keys that are given; none where they are to be made up. */
function keysOf({ key, keys }: ServeFlags, terminal: Terminal): NonNullable<ReferenceOptions['keys']> {
  if (keys === undefined) return key.map((one) => ({ key: one }));
  return acceptedKeys(readKeysFile(keys, readEnvironment(terminal.cwd, terminal.environment)).tiers);
}

/** A caller could not send another key; no sentence repeats one. */
function refuseOddKeys(keys: readonly string[]): void {
  if (!keys.every((key) => /^[\u0021-\u007e]{1,4096}$/.test(key)))
    throw new UsageError('--key must be printable ASCII without spaces', 'give one of at most 4096 characters');
  if (new Set(keys).size < keys.length) throw new UsageError('--key gives one key twice', 'two callers have two keys');
}

function startFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} is already in use: choose another one with --port`;
  if (code === 'EACCES') return `this user may not listen at port ${port}: choose one from 1024 on with --port`;
  return error instanceof Error ? error.message : String(error);
}
