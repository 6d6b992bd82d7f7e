import type { Knowledge } from '../../evidence/knowledge.ts';
import type { UnexplainedUse } from './unexplained-use.ts';
import type { Xray } from './xray.ts';

/** The facts that several judges of the limiter use. */
export interface LimiterFacts {
  readonly xray: Xray;
  readonly unexplained: UnexplainedUse;
  readonly knowledge: Knowledge;
}
