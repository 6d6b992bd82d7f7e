import type { RuleId } from '../rules/index.ts';
import type { BaselineUse } from './baseline.ts';

/** What a run was asked to decide, and what it decided, as reports tell it. */
export interface GateReport {
  readonly exitStatus: number;
  /** Why, as a clause. */
  readonly because: string;
  /** Some flag decides the exit status: then reports tell the gate before the outcome. */
  readonly isAsked?: true;
  /** Violated must rules that do not fail the gate, as --fail-on does not name them. */
  readonly allowed?: readonly RuleId[];
  /** Rules that are no violated must rules and yet fail the gate: warnings under the strict profile, or named by --fail-on. */
  readonly failing?: readonly RuleId[];
  /** Absent where no baseline was given. */
  readonly baseline?: BaselineUse;
}
