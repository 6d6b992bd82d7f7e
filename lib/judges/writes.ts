import { createdIdJudge } from './created-ids.ts';
import { exactEverywhereJudge } from './exact-everywhere.ts';
import type { RelationJudge } from './judge.ts';
import { namesakeJudge } from './namesakes.ts';
import { readBackJudge } from './read-back.ts';
import { refusedWriteJudge } from './refused-writes.ts';

/** The judges of what creations leave behind, as later responses show it. */
export const WRITE_JUDGES: readonly RelationJudge[] = [
  createdIdJudge,
  namesakeJudge,
  refusedWriteJudge,
  readBackJudge,
  exactEverywhereJudge,
];
