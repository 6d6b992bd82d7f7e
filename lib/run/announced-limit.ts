import { PLANS } from '../contract/plans.ts';
import { visitService } from './visit.ts';
import { keyRefused, LimitSpentError, NothingThereError, UnavailableError, UnreachableError } from '../errors.ts';
import { PETVET_VERSION } from './version.ts';
import type { Target } from '../targets/target.ts';
import { readLimit } from '../wire/limit-reading.ts';
import { isSilent } from '../wire/visitor.ts';
import { retryAfterWait } from '../wire/wait-words.ts';

/**
 * A target with the plan that the service announces, where nobody named one: two requests at most, the first without the key. Where its
 * headers tell nothing, it is the same target.
 *
 * @throws {HarnessError} when the service cannot be reached, refuses the key, or asks to wait
 */
export async function withAnnouncedLimit(target: Target, interrupt: AbortSignal): Promise<Target> {
  if (target.plan.name !== 'auto' || target.plan.perMinute !== undefined) return target;
  const visits = await visitService(target, { userAgent: `petvet/${PETVET_VERSION}`, interrupt });
  const visit = visits.withKey ?? visits.anonymous;
  if (isSilent(visit)) throw new LimitSpentError(visit.why);
  const { answer, failure, ...times } = visit;
  if (answer === undefined) throw new UnreachableError(target.baseUrl, failure?.says, failure?.isOfProxy);
  const { limit = 0, resetAt, retryAfter } = readLimit(answer, times, target.windows);
  if (retryAfter !== undefined && retryAfter > 0) throw new LimitSpentError(retryAfterWait(answer.status, retryAfter));
  if (answer.status >= 502 && answer.status <= 504) throw new UnavailableError(target.baseUrl, [answer.status]);
  if (visits.withKey === undefined) throw new NothingThereError(target.baseUrl);
  if (answer.status === 401) throw keyRefused(target.baseUrl);
  const isMinute = resetAt !== undefined;
  const name = planOfLimit(limit, isMinute);
  if (name !== undefined) return { ...target, plan: { name, ...PLANS[name] } };
  return isMinute && limit > 0 ? { ...target, plan: { ...target.plan, perMinute: limit } } : target;
}

/**
 * The plan whose limit a service announces.
 *
 * @param isMinute - whether the limit is that of a minute, by the distance of its Reset: 1000 is Free's of the day and Business's of the minute
 * @returns undefined where no plan has such a limit. Source: specification, section 8
 */
export function planOfLimit(limit: number, isMinute: boolean): keyof typeof PLANS | undefined {
  const [name] =
    Object.entries(PLANS).find(([, { perMinute, perDay }]) => limit === (isMinute ? perMinute : perDay)) ?? [];
  return isPlan(name) ? name : undefined;
}

function isPlan(name: string | undefined): name is keyof typeof PLANS {
  return name !== undefined && Object.hasOwn(PLANS, name);
}
