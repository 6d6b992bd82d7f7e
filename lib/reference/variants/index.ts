import { authVariants } from './auth.ts';
import { banVariants } from './bans.ts';
import { bodyVariants } from './bodies.ts';
import { countingVariants } from './counting.ts';
import { restartingVariants } from './restarting.ts';
import { createVariants } from './create.ts';
import { errorVariants } from './errors.ts';
import { gatewayVariants } from './gateway.ts';
import { limiterVariants } from './limiters.ts';
import { limitVariants } from './limits.ts';
import { listVariants } from './list.ts';
import { sharedVariants } from './shared.ts';
import { storeVariants } from './store.ts';
import { transportVariants } from './transport.ts';
import { legacyVariants } from './legacy.ts';
import { platformVariants } from './platforms.ts';
import { queryVariants } from './queries.ts';
import { pagingVariants } from './paging.ts';
import { leniencyVariants } from './leniency.ts';
import { routingVariants } from './routing.ts';
import { callerVariants, throttleVariants } from './callers.ts';
import { companyVariants } from './company.ts';
import { idsGivenAgainVariants } from './ids-given-again.ts';
import { refusalVariants } from './refusals.ts';
import { spellingVariants } from './spelling.ts';
import { connectionVariants } from './connections.ts';
import { dayVariants } from './days.ts';
import { lifetimeVariants } from './lifetime.ts';
import type { Variant } from './variant.ts';

/** The names of the variants of the limiter, which show when it is used up. */
export const variantsOfLimits: ReadonlySet<string> = new Set(
  [
    limitVariants,
    limiterVariants,
    countingVariants,
    restartingVariants,
    banVariants,
    refusalVariants,
    throttleVariants,
  ].flatMap((ofLimits) => Object.keys(ofLimits)),
);

/** Every variant by its name. */
export const variants: Readonly<Record<string, Variant>> = {
  ...bodyVariants,
  ...authVariants,
  ...listVariants,
  ...storeVariants,
  ...createVariants,
  ...sharedVariants,
  ...errorVariants,
  ...limitVariants,
  ...limiterVariants,
  ...countingVariants,
  ...restartingVariants,
  ...banVariants,
  ...refusalVariants,
  ...transportVariants,
  ...gatewayVariants,
  ...legacyVariants,
  ...queryVariants,
  ...pagingVariants,
  ...leniencyVariants,
  ...routingVariants,
  ...throttleVariants,
  ...callerVariants,
  ...companyVariants,
  ...idsGivenAgainVariants,
  ...spellingVariants,
  ...connectionVariants,
  ...dayVariants,
  ...lifetimeVariants,
  ...platformVariants,
};
