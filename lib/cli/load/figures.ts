import { PLANS } from '../../contract/plans.ts';
import { UsageError } from '../../errors.ts';
import { estimate, type LoadFigures, type ScenarioName } from '../../load/scenarios.ts';
import { prefixOf } from '../../evidence/target-name.ts';
import type { Target } from '../../targets/target.ts';
import type { LoadFlags } from './values.ts';

/**
 * The figures that a scenario goes by: nothing can be sent without the plan's.
 *
 * @throws {UsageError} when one is missing, or makes no sense
 */
export function figuresFor(scenario: ScenarioName, target: Target, flags: LoadFlags): LoadFigures {
  const { plan, windows } = target;
  const known = plan.name === 'auto' || plan.name === 'enterprise' ? undefined : PLANS[plan.name];
  const perMinute = plan.perMinute ?? known?.perMinute;
  const perDay = plan.perDay ?? known?.perDay;
  const prefix = prefixOf(target.name);
  if (perMinute === undefined)
    throw new UsageError(
      'the rate limit of the key is not known',
      `name the plan with --plan, or set ${prefix}LIMIT_PER_MINUTE in .env`,
    );
  if (scenario === 'daily' && perDay === undefined)
    throw new UsageError('the daily quota of the key is not known', `set ${prefix}LIMIT_PER_DAY in .env`);
  refuseWindows(target, flags);
  if (scenario === 'soak' && flags.duration < windows.minute)
    throw new UsageError(
      `--duration of ${flags.duration} s is shorter than one window of ${windows.minute} s`,
      'a soak takes minutes to hours',
    );
  if (flags.stepSeconds < 1) throw new UsageError('--step-seconds 0 sends nothing', 'give 1 or more');
  return {
    perMinute,
    ...(perDay !== undefined && { perDay }),
    windowSeconds: windows.minute,
    windows: scenario === 'soak' ? Math.floor(flags.duration / windows.minute) : flags.windows,
    share: flags.share,
    stepSeconds: flags.stepSeconds,
    connections: flags.connections,
  };
}

/**
 * Refuses windows that nothing can be said of.
 *
 * @throws {UsageError} when they are too short, or too few
 */
export function refuseWindows({ windows }: Pick<Target, 'windows'>, flags: Pick<LoadFlags, 'windows'>): void {
  if (windows.minute < 5)
    throw new UsageError(
      `a window of ${windows.minute} s is too short for a load run`,
      'Reset has whole seconds: 5 s is the minimum',
    );
  if (flags.windows < 1) throw new UsageError('--windows 0 fills nothing', 'give 1 or more');
}

/**
 * Refuses a run that lacks something, or that the key's day does not suffice for.
 *
 * @throws {UsageError} that says what
 */
export function refuseLacking(scenario: ScenarioName, target: Target, figures: LoadFigures, anonymous = false): void {
  if (anonymous && scenario !== 'isolation')
    throw new UsageError(`${scenario} has no other caller`, 'give --anonymous with isolation only');
  if (scenario === 'isolation' && !anonymous && target.secondApiKey === undefined)
    throw new UsageError(
      'isolation needs the key of another caller',
      'set the SECOND_API_KEY of the target, or give --anonymous: the other caller then sends no key',
    );
  if (figures.connections < 1) throw new UsageError('--connections 0 sends nothing', 'give 1 or more');
  const { requests } = estimate(scenario, figures);
  if (scenario !== 'daily' && !target.loopback && figures.perDay !== undefined && requests > figures.perDay)
    throw new UsageError(
      `${scenario} sends ${requests} requests, more than the key's daily quota of ${figures.perDay}`,
      scenario === 'soak' ? 'give a shorter --duration, or a smaller --share' : 'fill fewer --windows',
    );
}
