import { UsageError } from '../../errors.ts';
import { readProfiles } from '../../gate/profiles.ts';
import { DEFAULT_REQUESTS, type UseUp } from '../../probe/budget.ts';
import type { CheckPlan } from '../../run/check.ts';
import type { Target } from '../../targets/target.ts';
import type { SendingFlags } from '../shared/run-options.ts';
import { planOf } from '../shared/plan-of.ts';
import { refuseBrokenPromise, withProfile } from '../shared/profile-flags.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Two runs with the same settings and the same seed. */
export interface PairPlan {
  readonly before: Target;
  readonly after: Target;
  readonly plan: Omit<CheckPlan, 'target' | 'directory'>;
  /** They share a key, and so perhaps one limit: they are checked one after the other. */
  readonly isOneKey: boolean;
  /** What one target does not permit, and so neither run does; a clause each. */
  readonly notes: readonly string[];
}

/** What decides on what a pair of runs sends. */
export type PairFlags = SendingFlags & { readonly profile: readonly string[] };

const WEAKEST: readonly UseUp[] = ['never', 'documented', 'always'];

/**
 * Plans the runs of two targets. What one of them does not permit is done to neither, because nobody could compare it. What production
 * permits without a flag is decided where `petvet check` decides it.
 *
 * @throws {UsageError} for flags that contradict one another, and for two names of one service
 */
export function planPair(
  names: { readonly before: string; readonly after: string },
  given: PairFlags,
  terminal: Terminal,
): PairPlan {
  const { coverage, strictness } = readProfiles(given.profile);
  if (strictness === 'strict')
    throw new UsageError(
      '--profile strict is for checks: a violated should rule decides no comparison',
      'name complete, no-burst, read-only or smoke',
    );
  const flags = withProfile(given, coverage);
  const [first, second] = [names.before, names.after].map((target) => planOf({ ...flags, target }, terminal));
  const [before, after] = [first?.configured, second?.configured];
  if (first === undefined || second === undefined || before === undefined || after === undefined)
    throw new UsageError('no target is configured', 'name two targets of your .env');
  refuseOneService(before, after);
  const writes = before.writes && after.writes;
  const least = WEAKEST.find((use) => use === first.plan.useUp || use === second.plan.useUp) ?? 'never';
  const { plan } = first.plan.useUp === least ? first : second;
  refuseBrokenPromise(coverage, { writes, useUp: least });
  return {
    before: { ...before, writes },
    after: { ...after, writes },
    // Two plans have room for different requests in a window, and only what both were sent can be compared.
    plan: {
      ...plan,
      seed: first.plan.seed,
      ...(least === 'never' && { maxRequests: plan.maxRequests ?? DEFAULT_REQUESTS }),
    },
    isOneKey: keysOf(before).some((key) => keysOf(after).includes(key)),
    notes: notesOn(before, after, [first.plan.useUp, second.plan.useUp]),
  };
}

function refuseOneService(before: Target, after: Target): void {
  if (before.name === after.name)
    throw new UsageError(`${before.name} is named twice`, 'name two targets, or two reports of one');
  if (before.baseUrl === after.baseUrl)
    throw new UsageError(
      `${before.name} and ${after.name} have the same address, ${before.baseUrl}: that is one service`,
      'name two services; two reports of `petvet check` compare one service with itself',
    );
}

function keysOf({ apiKey, secondApiKey }: Target): string[] {
  return [apiKey, ...(secondApiKey === undefined ? [] : [secondApiKey])];
}

function notesOn(before: Target, after: Target, [use, useAfter]: readonly [UseUp, UseUp]): string[] {
  const notWritten = [before, after].filter(({ writes }) => !writes);
  const leftAlone = [before, after].filter((_target, index) => [use, useAfter][index] === 'never');
  return [
    ...(notWritten.length === 1
      ? [`no POST to either: writes are off for ${notWritten[0]?.name} (--writes turns them on for both)`]
      : []),
    ...(leftAlone.length === 1
      ? [`neither rate limit is used up, because that of ${leftAlone[0]?.name} is not (--burn uses up both)`]
      : []),
  ];
}
