import { UsageError } from '../../errors.ts';
import { SMOKE_REQUESTS } from '../../probe/budget.ts';
import type { CheckPlan } from '../../run/check.ts';
import { embeddedPlan, type EmbeddedPlan } from '../../run/embedded.ts';
import { selectLeftOutInputs } from '../../run/inputs.ts';
import { selectRules } from '../../run/selection.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { readEnvironment } from '../../targets/environment.ts';
import { resolveTarget } from '../../targets/resolve.ts';
import { PRODUCTION, type Target } from '../../targets/target.ts';
import type { RunFlags } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** What flags and environment come to. */
interface Planned {
  readonly plan: Omit<CheckPlan, 'target' | 'directory'>;
  /** Whether POST may be sent. */
  readonly writes: boolean;
  /** The target that is configured; the reference server is one where none is. */
  readonly configured: Target | undefined;
  /** That of the reference server, where it is the target. */
  readonly embeddedPlan: EmbeddedPlan;
}

/**
 * Reads what a run is to be from its flags and the environment.
 *
 * @throws {UsageError} for a flag that says nothing, or two that contradict one another
 * @throws {TargetError} for a target that is not configured rightly
 */
export function planOf(flags: RunFlags, terminal: Terminal): Planned {
  const selection = selectRules(flags.rule, flags.skip);
  const leftOutInputs = selectLeftOutInputs(flags.skipInput);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const smoke = flags.smoke ?? false;
  refuseLargeSmoke(flags);
  const maxRequests = flags.maxRequests ?? (smoke ? SMOKE_REQUESTS : undefined);
  const configured = resolveTarget(flags, readEnvironment(terminal.cwd, terminal.environment));
  const seed = flags.seed ?? newSeed();
  refuseVainPopulate(flags, configured);
  const limit = useOfLimit(flags.burn, configured?.name);
  const populates = flags.populate === true;
  return {
    plan: { asOf, selection, leftOutInputs, seed, smoke, populates, maxRequests, maxTime: flags.maxTime, ...limit },
    writes: configured?.writes ?? flags.writes ?? true,
    configured,
    embeddedPlan: configured === undefined ? embeddedPlan(flags.plan) : 'free',
  };
}

/** What is asked for with --burn and --no-burn; production is left alone unless asked for. */
function useOfLimit(burn: boolean | undefined, target: string | undefined): Pick<CheckPlan, 'useUp' | 'limitLeft'> {
  if (burn === true) return { useUp: 'always' };
  if (burn === false) return { useUp: 'never', limitLeft: 'the rate limit is not used up (--no-burn)' };
  if (target === PRODUCTION)
    return { useUp: 'never', limitLeft: 'the rate limit of production is not used up (--burn uses it up)' };
  return { useUp: 'documented' };
}

/**
 * A quick check stays one whatever else is given: neither does it use up the rate limit, nor send more.
 *
 * @throws {UsageError} for a flag that would do nothing
 */
function refuseLargeSmoke({ smoke, burn, maxRequests = 0 }: RunFlags): void {
  if (smoke !== true) return;
  const other = burn === true ? '--burn' : maxRequests > SMOKE_REQUESTS ? `--max-requests ${maxRequests}` : undefined;
  if (other !== undefined)
    throw new UsageError(
      `--smoke and ${other} cannot both be given`,
      `--smoke sends at most ${SMOKE_REQUESTS} requests, and does not use up the rate limit`,
    );
}

/**
 * Whoever asks for pets must let them be created.
 *
 * @throws {UsageError} where nothing would be
 */
function refuseVainPopulate({ populate, writes }: RunFlags, target: Target | undefined): void {
  if (populate !== true) return;
  if (target === undefined ? writes === false : !target.writes)
    throw new UsageError('--populate creates pets, and writes are off', '--writes turns them on');
}

/** Small enough to be typed again. */
function newSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}
