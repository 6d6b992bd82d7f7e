import type { RuleId } from '../../rules/index.ts';
import type { Alteration } from '../hooks.ts';

/** A way to be wrong: the service, but for one fault. */
export type Defect = Alteration & {
  /** The fault, in one sentence. */
  readonly says: string;
  /** The rules it breaks. The first one gets the blame; the others may be blamed too, where other requests show them. */
  readonly breaks: readonly RuleId[];
  /** It shows only for some seconds, or only to requests at the same moment: a busy machine can hide it. */
  readonly isBrief?: true;
};
