import { inFull } from '../errors.ts';
import type { RunFacts } from './run-facts.ts';

/** Why a run ended before its plan did. */
export interface EarlyEnd {
  /** One clause. */
  readonly why: string;
  /** A further explanation, shown only with the end of the run: each rule that was not reached gives just the clause. */
  readonly detail?: string | undefined;
}

/** The facts of a run that concern its end. */
export type EndFacts = Pick<RunFacts, 'aborted' | 'endedEarly' | 'endClause'>;

/**
 * Writes down why a run ended early.
 *
 * @param ends - `aborted` where it could not go on, `endedEarly` where its budget or the user ended it; the former comes first
 */
export function endFacts({
  aborted,
  endedEarly,
}: {
  readonly aborted?: EarlyEnd | undefined;
  readonly endedEarly?: EarlyEnd | undefined;
}): EndFacts {
  const end = aborted ?? endedEarly;
  return {
    ...(aborted !== undefined && { aborted: inFull(aborted) }),
    ...(endedEarly !== undefined && { endedEarly: inFull(endedEarly) }),
    ...(end?.detail !== undefined && { endClause: end.why }),
  };
}

/** The clause that says why a run ended early, as its facts have it; undefined for one that sent everything as planned. */
export function endClauseOf({ endClause, aborted, endedEarly }: EndFacts): string | undefined {
  const said = aborted ?? endedEarly;
  return said === undefined ? undefined : (endClause ?? said);
}
