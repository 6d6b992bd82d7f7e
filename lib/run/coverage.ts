import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { Reasons } from '../model/summary.ts';

/** Why a run leaves parts of the input model uncovered, as far as its settings and its end tell. */
export function reasonsOf(knowledge: Knowledge, { refused, aborted, endedEarly }: RunFacts): Reasons {
  const { writes, loopback, secondKey, limitLeft } = knowledge;
  return {
    unmet: {
      ...(!writes && { writes: 'writes are off' }),
      ...(refused === 0 && { burst: limitLeft ?? 'the rate limit was not reached' }),
      ...(!loopback && { 'this machine': 'petvet puts a real key only into its header, except on this machine' }),
      ...(!secondKey && { 'second key': "no second caller's key is configured" }),
    },
    otherwise: aborted === undefined ? (endedEarly ?? 'not among the requests of this run') : 'the run ended early',
  };
}
