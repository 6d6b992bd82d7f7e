import { authVariants } from './auth.ts';
import { bodyVariants } from './bodies.ts';
import { createVariants } from './create.ts';
import { errorVariants } from './errors.ts';
import { gatewayVariants } from './gateway.ts';
import { limitVariants } from './limits.ts';
import { listVariants } from './list.ts';
import { sharedVariants } from './shared.ts';
import { storeVariants } from './store.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';

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
  ...transportVariants,
  ...gatewayVariants,
};
