import type { Knowledge } from '../../evidence/knowledge.ts';
import type { Excess } from './neighbours.ts';
import type { Xray } from './xray.ts';

/** What several judges of the limiter go by. */
export interface LimiterFacts {
  readonly xray: Xray;
  readonly excess: Excess;
  readonly knowledge: Knowledge;
}
