import type { BaselineUse } from './baseline.ts';

/** What a run was asked to decide, and what it decided, as reports tell it. */
export interface GateReport {
  readonly exitStatus: number;
  /** Why, as a clause. */
  readonly because: string;
  /** Absent where no baseline was given. */
  readonly baseline?: BaselineUse;
}
