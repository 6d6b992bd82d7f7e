import { UsageError } from '../errors.ts';
import { DEFAULT_REQUESTS, type UseUp } from '../probe/budget.ts';
import type { CheckPlan } from './check.ts';
import type { Target } from '../targets/target.ts';

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

/** What the run of one target would be. */
export type OneOfPair = Pick<PairPlan, 'plan'> & { readonly target: Target };

const WEAKEST: readonly UseUp[] = ['never', 'documented', 'always'];

/**
 * Plans the runs of two targets. What one of them does not permit is done to neither, because nobody could compare it.
 *
 * @throws {UsageError} for two names of one service
 */
export function pairOf(first: OneOfPair, second: OneOfPair): PairPlan {
  const [before, after] = [first.target, second.target];
  refuseOneService(before, after);
  const writes = before.writes && after.writes;
  const least = WEAKEST.find((use) => use === first.plan.useUp || use === second.plan.useUp) ?? 'never';
  const { plan } = first.plan.useUp === least ? first : second;
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
