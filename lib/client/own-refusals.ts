import type { IncomingMessage, ServerResponse } from 'node:http';
import { PLANS } from '../contract/plans.ts';
import { Bans } from '../reference/bans.ts';
import { hooksOf, type Hooks } from '../reference/hooks.ts';
import { allNamed } from '../reference/named.ts';
import { settle, type ReferenceOptions } from '../reference/options.ts';
import { readRequest } from '../reference/request.ts';
import { createSteps } from '../reference/steps.ts';
import { Store } from '../reference/store.ts';
import { variants } from '../reference/variants/index.ts';

/** A request that is refused. */
interface Refused {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly path: string;
}

/** What a 429 says, and when. */
export interface Refusal {
  /** In seconds. */
  readonly retryAfter: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** X-RateLimit-Reset of a refusal, and the date of Retry-After where that is one. In milliseconds since 1970. */
export function resetOf({ retryAfter, at }: Refusal): number {
  return 1_000 * Math.ceil(at / 1_000 + retryAfter);
}

/**
 * Writes the 429s of a script as a service writes its own, so that whatever its variants do to a response they do to these as well.
 *
 * @param names - of the variants
 * @param key - that is refused
 */
export function ownRefusals(names: readonly string[], key: string) {
  const hooks = allNamed('variant', variants, names).map(hooksOf);
  const options = hooks.reduce<ReferenceOptions>((given, one) => ({ ...given, ...one.options }), { keys: [{ key }] });
  /** @returns whether the client was there to get it */
  return async ({ incoming, outgoing, path }: Refused, refusal: Refusal): Promise<boolean> => {
    const window = { limit: PLANS.business.perMinute, remaining: 0, resetAt: resetOf(refusal) };
    const turn = { admitted: false, retryAfter: refusal.retryAfter, ...window, minute: window, day: window };
    const refusing: Hooks = { takeTurn: () => turn };
    const settings = settle({ ...options, now: () => refusal.at });
    const steps = createSteps([refusing, ...hooks], settings.limiter);
    const request = await readRequest(incoming, path, {});
    if (request === undefined) return false;
    const around = { settings, store: new Store([], settings.seed), bans: new Bans(Infinity, 0) };
    const answer = await steps.serve(request, around);
    if (outgoing.destroyed) return false;
    await steps.deliver(answer, outgoing);
    return true;
  };
}
