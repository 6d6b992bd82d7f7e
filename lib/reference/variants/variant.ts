import type { RuleId } from '../../rules/index.ts';
import type { Alteration } from '../hooks.ts';

/** Another way to be right: the service, but different where the specification is silent. */
export type Variant = Alteration & {
  /** What is different, in one sentence. */
  readonly says: string;
  /** The rules that it comes close to violating, and does not: what petvet allows. Every must and should rule has such a variant. */
  readonly closeTo?: readonly RuleId[];
  /** The rules of which it is warned, should rules nearly always: a warning, never a violation. */
  readonly warns?: readonly RuleId[];
};
