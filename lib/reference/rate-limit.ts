import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import type { Steps } from './hooks.ts';
import { Limiter, type Figures } from './limiter.ts';

/** Callers without a valid key are counted per address; the specification gives them no figures. */
export const ANONYMOUS: Figures = { perMinute: 6_000, perDay: 600_000 };

/** The steps of the rate limit, with the counters of one server. Source: specification, section 8. */
export function createRateLimit(steps: () => Steps): Pick<Steps, 'takeTurn' | 'rateHeaders'> {
  let limiter: Limiter | undefined;
  return {
    takeTurn(caller, { remote }, { settings }) {
      limiter ??= new Limiter(settings.windows, steps().minuteMeter, steps().dayMeter);
      const who = caller === undefined ? `address ${remote}` : `account ${caller.account}`;
      return limiter.take(who, caller?.figures ?? ANONYMOUS, settings.now());
    },
    rateHeaders: ({ limit, remaining, resetAt }) => [
      [RATE_LIMIT_HEADERS.limit, `${limit}`],
      [RATE_LIMIT_HEADERS.remaining, `${remaining}`],
      [RATE_LIMIT_HEADERS.reset, `${Math.ceil(resetAt / 1_000)}`],
    ],
  };
}
