import { brokenOffJudge } from './broken-off.ts';
import { errorCodeJudge } from './error-codes.ts';
import { filterJudge } from './filters.ts';
import { hiddenStatusJudge } from './hidden-statuses.ts';
import type { RelationJudge } from './judge.ts';
import { knownAnimalJudge } from './known-animals.ts';
import { leftOutJudge } from './left-out.ts';
import { pageLimitsJudge } from './page-limits.ts';
import { repeatedPageJudge } from './page-order.ts';
import { defaultPageJudge, filledPageJudge } from './paging.ts';
import { phantomAnimalJudge } from './phantom-animals.ts';
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
  knownAnimalJudge,
  phantomAnimalJudge,
  unauthorizedMissJudge,
  errorCodeJudge,
  brokenOffJudge,
];
