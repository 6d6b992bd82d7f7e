import { BudgetSpentError, HarnessError, InterruptedError, TargetError } from '../errors.ts';
import { endFacts } from '../evidence/early-end.ts';
import type { Replayed, ReplayPlan } from './replay-plan.ts';
import { Again } from './again.ts';

/**
 * Sends again what led to findings, in its order, and settles each with the judges that made it. Nothing that was seen
 * then counts as known today: what the judges must know is looked at first. Doubts are looked at again, alternately.
 *
 * @throws {TargetError} when the service cannot be reached, or refuses the key at once
 */
export async function replay(plan: ReplayPlan): Promise<Replayed> {
  const again = new Again(plan);
  let ended: HarnessError | undefined;
  try {
    await again.all();
  } catch (error) {
    if (!(error instanceof HarnessError) || error instanceof TargetError) throw error;
    ended = error;
  } finally {
    await again.close();
  }
  const isOver = ended !== undefined && !(ended instanceof BudgetSpentError);
  return {
    settled: again.settled(),
    facts: {
      waitedSeconds: again.waitedSeconds,
      interrupted: ended instanceof InterruptedError,
      ...endFacts(isOver ? { aborted: ended } : { endedEarly: ended }),
    },
  };
}
