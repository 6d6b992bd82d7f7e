import { authDefects } from './auth.ts';
import type { Defect } from './defect.ts';
import { errDefects } from './err.ts';
import { getDefects } from './get.ts';
import { jsonDefects } from './json.ts';
import { listFilterDefects } from './list-filter.ts';
import { listPageDefects } from './list-page.ts';
import { rateDefects } from './rate.ts';

/** Every defect by its name, in the order of the catalogue. */
export const defects: Readonly<Record<string, Defect>> = {
  ...jsonDefects,
  ...authDefects,
  ...listPageDefects,
  ...listFilterDefects,
  ...getDefects,
  ...errDefects,
  ...rateDefects,
};
