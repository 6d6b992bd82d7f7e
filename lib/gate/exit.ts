import type { GateStatus } from './decision.ts';
import type { ProfileName } from './profiles.ts';

/** What petvet's exit status says. */
export const EXIT = {
  /** No must rule was violated. */
  conforms: 0,
  /** A must rule was violated; with `--profile strict`, also a should; or a load run is not what was asked for. */
  violates: 1,
  /** petvet could not judge: usage, configuration, an unreachable target, a refused key. */
  cannotJudge: 2,
  /** With `--require-complete`: nothing was violated, but a must rule that applies, or that the profile promises, was not verified. */
  incomplete: 3,
  /** Interrupted; the report was written. */
  interrupted: 130,
} as const satisfies Record<GateStatus, number>;

/** How strict the exit status is. */
export interface Strictness {
  /** `strict`: a violated should fails the run, too. */
  readonly profile: 'default' | 'strict';
  readonly requireComplete: boolean;
  /** The kind of run that was asked for by name: complete is what it promises. */
  readonly coverage?: ProfileName;
}
