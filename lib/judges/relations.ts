import { brokenOffJudge } from './broken-off.ts';
import { errorCodeJudge } from './error-codes.ts';
import { filterJudge } from './filters.ts';
import { hiddenStatusJudge } from './hidden-statuses.ts';
import type { RelationJudge } from './judge.ts';
import { knownPetJudge } from './known-pets.ts';
import { leftOutJudge } from './left-out.ts';
import { pageLimitsJudge } from './page-limits.ts';
import { repeatedPageJudge } from './page-order.ts';
import { defaultPageJudge, filledPageJudge } from './paging.ts';
import { phantomPetJudge } from './phantom-pets.ts';
import { severalFiltersJudge } from './several-filters.ts';
import { strangersJudge } from './strangers.ts';
import { unauthorizedMissJudge } from './unauthorized-misses.ts';

/** The judges that compare what one service returned at different times. */
export const RELATION_JUDGES: readonly RelationJudge[] = [
  pageLimitsJudge,
  defaultPageJudge,
  filledPageJudge,
  repeatedPageJudge,
  strangersJudge,
  hiddenStatusJudge,
  severalFiltersJudge,
  filterJudge,
  leftOutJudge,
  knownPetJudge,
  phantomPetJudge,
  unauthorizedMissJudge,
  errorCodeJudge,
  brokenOffJudge,
];
