import { admissionDefects } from './admission.ts';
import { authOpenDefects } from './auth-open.ts';
import { authDefects } from './auth.ts';
import { createBodyDefects } from './create-body.ts';
import { noObjectDefects } from './create-no-object.ts';
import { createIdDefects } from './create-id.ts';
import { createAlteredNameDefects } from './create-altered-name.ts';
import { createNameDefects } from './create-name.ts';
import { createRefusalDefects } from './create-refusal.ts';
import { counterDefects } from './counters.ts';
import { createDefects } from './create.ts';
import type { Defect } from './defect.ts';
import { errDefects } from './err.ts';
import { getDefects } from './get.ts';
import { hostileDefects } from './hostile.ts';
import { infrastructureDefects } from './infrastructure.ts';
import { jsonDefects } from './json.ts';
import { listFilterDefects } from './list-filter.ts';
import { listPageDefects } from './list-page.ts';
import { lostWriteDefects } from './lost-writes.ts';
import { rateDefects } from './rate.ts';
import { readBackDefects } from './read-back.ts';
import { refusingDefects } from './refusing.ts';
import { remainingDefects } from './remaining.ts';
import { resetDefects } from './reset.ts';
import { retryAfterDefects } from './retry-after.ts';
import { storedRefusalDefects } from './stored-refusals.ts';
import { twoViewsDefects } from './two-views.ts';

/** Every defect by its name, in the order of the catalogue. */
export const defects: Readonly<Record<string, Defect>> = {
  ...jsonDefects,
  ...authOpenDefects,
  ...authDefects,
  ...listPageDefects,
  ...listFilterDefects,
  ...createDefects,
  ...createIdDefects,
  ...createAlteredNameDefects,
  ...createNameDefects,
  ...createBodyDefects,
  ...noObjectDefects,
  ...createRefusalDefects,
  ...storedRefusalDefects,
  ...readBackDefects,
  ...lostWriteDefects,
  ...twoViewsDefects,
  ...getDefects,
  ...errDefects,
  ...hostileDefects,
  ...rateDefects,
  ...remainingDefects,
  ...admissionDefects,
  ...counterDefects,
  ...refusingDefects,
  ...resetDefects,
  ...retryAfterDefects,
  ...infrastructureDefects,
};
