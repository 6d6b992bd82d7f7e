import type { RuleId } from '../../rules/index.ts';
import type { Alteration } from '../hooks.ts';

/** Another way to be right: the service, but different where the specification is silent. */
export type Variant = Alteration & {
  /** What is different, in one sentence. */
  readonly says: string;
  /** The should rules that it does not keep: a warning, never a violation. */
  readonly warns?: readonly RuleId[];
};
