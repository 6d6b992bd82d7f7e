import { randomBytes } from 'node:crypto';
import { PLANS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import { readKeysFile, type KeysFile, type Tier } from './keys-file.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { startEmbedded } from '../run/embedded.ts';
import { chooseTarget, refuseUnknownTarget } from '../targets/choice.ts';
import type { Environment } from '../targets/environment.ts';
import { resolveTarget, type TargetFlags } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';

/** Where the plans of a run are, with the key of each. */
export interface TierTargets extends KeysFile {
  /** It is the reference server that petvet brings along. */
  readonly isReference: boolean;
  /** The service as a plan's key meets it. @param second - the key of the other caller, where there is one */
  targetOf(tier: Tier, second?: string): Target;
  close(): Promise<void>;
}

/** What names the service, and the file of its keys. */
export interface TiersChoice extends Pick<TargetFlags, 'target' | 'baseUrl' | 'allowPlainHttp' | 'gateFlags'> {
  readonly keys?: string;
}

/**
 * Reads the keys, and finds the service that they are for: the configured target; where there is none, the reference server, which
 * accepts these keys, or made-up ones.
 *
 * @throws {UsageError} when a key or a setting is missing or wrong
 */
export async function openTiers(flags: TiersChoice, environment: Environment, asOf: string): Promise<TierTargets> {
  const choice = chooseTarget(flags, environment);
  const file = flags.keys;
  if (choice === undefined) return rehearsal(file === undefined ? madeUp() : readKeysFile(file, environment), asOf);
  if (file === undefined)
    throw new UsageError('no keys were given', 'give --keys FILE, which says where the key of each plan is');
  const keys = readKeysFile(file, environment);
  refuseUnknownTarget(choice, environment);
  const { target, baseUrl, allowPlainHttp } = flags;
  const targetOf = ({ plan, apiKey, perMinute, perDay }: Tier, second?: string): Target => {
    const settings = {
      API_KEY: apiKey,
      API_KEY_FILE: undefined,
      SECOND_API_KEY: second,
      LIMIT_PER_MINUTE: `${perMinute}`,
      LIMIT_PER_DAY: perDay === undefined ? undefined : `${perDay}`,
    };
    const own = Object.entries(settings).map(([name, value]) => [`${choice.prefix}${name}`, value] as const);
    const found = resolveTarget(
      { target, baseUrl, allowPlainHttp, plan, writes: false },
      { ...environment, ...Object.fromEntries(own) },
    );
    if (found === undefined) throw new UsageError('no target is configured', 'give --target or --base-url');
    return found;
  };
  for (const tier of keys.tiers) targetOf(tier, tier.secondApiKey);
  return { ...keys, isReference: false, targetOf, close: () => Promise.resolve() };
}

async function rehearsal(keys: KeysFile, today: string): Promise<TierTargets> {
  const embedded = await startEmbedded({ today, keys: acceptedKeys(keys.tiers) });
  const { secondApiKey: _second, ...target } = embedded.target;
  return {
    ...keys,
    isReference: true,
    targetOf: ({ plan, apiKey, perMinute, perDay }, second) => ({
      ...target,
      apiKey,
      ...(second !== undefined && { secondApiKey: second }),
      plan: { name: plan, perMinute, ...(perDay !== undefined && { perDay }) },
      writes: false,
    }),
    close: () => embedded.close(),
  };
}

/** The keys of a file as the reference server accepts them, each with the figures of its plan. */
export function acceptedKeys(tiers: readonly Tier[]): NonNullable<ReferenceOptions['keys']> {
  return tiers.flatMap(({ plan, apiKey, secondApiKey, perMinute, perDay }) =>
    [apiKey, ...(secondApiKey === undefined ? [] : [secondApiKey])].map((key) => ({ key, plan, perMinute, perDay })),
  );
}

/** What the reference server grants an Enterprise key that is made up. */
const ENTERPRISE = { perMinute: 2_000, perDay: 200_000 };

function madeUp(): KeysFile {
  const plans = [
    ['free', PLANS.free],
    ['pro', PLANS.pro],
    ['business', PLANS.business],
    ['enterprise', ENTERPRISE],
  ] as const;
  const tiers = plans.map(([plan, figures]) => ({
    plan,
    apiKey: `pet_${randomBytes(16).toString('hex')}`,
    ...figures,
  }));
  return { tiers, readableByAll: [] };
}
