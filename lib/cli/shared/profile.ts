import { UsageError } from '../../errors.ts';
import { PROFILES, readProfiles, type ProfileName } from '../../gate/profiles.ts';
import { SMOKE_REQUESTS } from '../../probe/budget.ts';
import type { CheckPlan } from '../../run/check.ts';
import { pipelineVariable } from '../../targets/pipeline.ts';
import type { Strictness } from '../../gate/exit.ts';
import type { StrictnessFlags } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** The flags of `check` that a kind of run decides on, or contradicts. */
export interface ProfiledFlags {
  readonly writes?: boolean;
  readonly burn?: boolean;
  readonly smoke?: boolean;
  readonly populate?: boolean;
  readonly maxRequests?: number;
  readonly failedFrom?: string;
}

/**
 * How strict the exit status is. A pipeline that names a kind of run wants its promise kept: there `--require-complete` is the default.
 *
 * @throws {UsageError} for a profile that is none, and for two that contradict one another
 */
export function strictnessOf(
  { profile, requireComplete }: StrictnessFlags,
  { environment }: Pick<Terminal, 'environment'>,
): Strictness {
  const { coverage, strictness } = readProfiles(profile);
  return {
    profile: strictness,
    ...(coverage !== undefined && { coverage }),
    requireComplete: requireComplete ?? (coverage !== undefined && pipelineVariable(environment) !== undefined),
  };
}

/**
 * The flags of a run with those that its profile stands for.
 *
 * @throws {UsageError} for a flag that asks for what the profile rules out, or leaves out what it promises
 */
export function withProfile<Flags extends ProfiledFlags>(flags: Flags, name: ProfileName | undefined): Flags {
  if (name === undefined) return flags;
  const against = contradictions(flags, name).find(([, isGiven]) => isGiven);
  if (against !== undefined)
    throw new UsageError(`--profile ${name} and ${against[0]} cannot both be given`, describeProfile(name));
  const { writes, burst, few } = PROFILES[name];
  if (few) return { ...flags, smoke: true };
  return { ...flags, ...(!writes && { writes: false }), ...(!burst && { burn: false }) };
}

function contradictions(flags: ProfiledFlags, name: ProfileName): (readonly [flag: string, isGiven: boolean])[] {
  const { writes, burn, smoke, populate, maxRequests = 0, failedFrom } = flags;
  const profile = PROFILES[name];
  const isFull = !profile.few;
  return [
    ['--writes', writes === true && isFull && !profile.writes],
    ['--no-writes', writes === false && profile.writes],
    ['--burn', burn === true && !profile.burst],
    ['--no-burn', burn === false && profile.burst],
    ['--smoke', smoke === true && isFull],
    ['--populate', populate === true && !profile.writes],
    [`--max-requests ${maxRequests}`, !isFull && maxRequests > SMOKE_REQUESTS],
    ['--failed-from', failedFrom !== undefined],
  ];
}

const DESCRIPTIONS: Readonly<Record<ProfileName, string>> = {
  complete: 'it promises every must rule',
  'no-burst': 'it promises every must rule that does not need the rate limit to be used up',
  'read-only': 'it sends no POST and does not use up the rate limit',
  smoke: `it sends at most ${SMOKE_REQUESTS} requests`,
};

function describeProfile(name: ProfileName): string {
  return DESCRIPTIONS[name];
}

/**
 * Refuses a profile whose promise the settings of the target break before the first request.
 *
 * @param planned - what flags and settings come to
 * @throws {UsageError} that says which, and what to do
 */
export function refuseBrokenPromise(
  name: ProfileName | undefined,
  { writes, useUp }: { readonly writes: boolean } & Pick<CheckPlan, 'useUp'>,
): void {
  if (name === undefined) return;
  const promise = PROFILES[name];
  if (promise.writes && !writes)
    throw new UsageError(
      `--profile ${name} creates pets, and writes are off for this target`,
      '--writes turns them on; --profile read-only needs none',
    );
  if (promise.burst && useUp === 'never')
    throw new UsageError(
      `--profile ${name} uses up the rate limit, which is not the default for production`,
      '--burn does; --profile no-burst does without',
    );
}
