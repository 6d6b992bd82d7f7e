import { createdIdJudge } from './created-ids.ts';
import { exactEverywhereJudge } from './exact-everywhere.ts';
import type { RelationJudge } from './judge.ts';
import { readBackJudge } from './read-back.ts';
import { refusedWriteJudge } from './refused-writes.ts';

/** The judges of what creations leave behind, as later answers show it. */
export const WRITE_JUDGES: readonly RelationJudge[] = [
  createdIdJudge,
  refusedWriteJudge,
  readBackJudge,
  exactEverywhereJudge,
];
