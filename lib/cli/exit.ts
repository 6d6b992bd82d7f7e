import type { ProfileName } from '../gate/profiles.ts';
import type { Verdicts } from '../run/verdicts.ts';

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
} as const;

/** How strict the exit status is. */
export interface Strictness {
  /** `strict`: a broken should fails the run, too. */
  readonly profile: 'default' | 'strict';
  readonly requireComplete: boolean;
  /** The kind of run that was asked for by name: complete is what it promises. */
  readonly coverage?: ProfileName;
}

/**
 * The exit status that verdicts come to: also where a run is not what was asked for, and nothing worse.
 *
 * @param isComplete - whether all was verified that had to be; by the outcome unless a profile says otherwise
 */
export function exitStatus(
  { ledger, run }: Pick<Verdicts, 'ledger' | 'run'>,
  { profile, requireComplete }: Strictness,
  isComplete = ledger.outcome === 'conforming',
): number {
  if (run.interrupted) return EXIT.interrupted;
  if (ledger.outcome === 'violating') return EXIT.violates;
  if (
    profile === 'strict' &&
    ledger.rows.some(
      ({ verdict, findings }) => verdict === 'warn' || findings.some((finding) => finding.verdict === 'warn'),
    )
  )
    return EXIT.violates;
  if (ledger.outcome === 'aborted') return EXIT.cannotJudge;
  if (requireComplete && !isComplete) return EXIT.incomplete;
  const { shortfalls = [] } = run;
  return shortfalls.length > 0 ? EXIT.violates : EXIT.conforms;
}
