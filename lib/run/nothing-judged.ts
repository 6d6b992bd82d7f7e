import { IS_IT_THE_ADDRESS, UsageError } from '../errors.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { whyImpossible } from '../ledger/reasons.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { Verdicts } from './verdicts.ts';

/** As many reasons as one sentence names. */
const MOST_REASONS = 3;

const WHAT_TO_DO =
  'change that, or ask for other rules: `petvet rules` lists them, `petvet rules ID` says what one needs';

/**
 * Of the rules that a run is asked for, those that its configuration lets it judge.
 *
 * @throws {UsageError} that says why, when there is none: such a run would send nothing and say nothing
 */
export function possibleRules(chosen: readonly RuleId[], knowledge: Knowledge): readonly RuleId[] {
  const reasons = chosen.map((id) => ({ id, why: whyImpossible(id, knowledge) }));
  const possible = reasons.filter(({ why }) => why === undefined);
  if (possible.length === 0) throw new UsageError(`nothing can be judged: ${grouped(reasons)}`, WHAT_TO_DO);
  return possible.map(({ id }) => id);
}

/**
 * Refuses verdicts that rest on no exchange: silence must not look like success.
 *
 * @throws {UsageError} when none of the rules that were asked for was judged, with the reasons
 */
export function refuseNothingJudged({ ledger, knowledge }: Pick<Verdicts, 'ledger' | 'knowledge'>): void {
  const asked = ledger.rows.filter(({ id }) => knowledge.leftOut[id] === undefined);
  const byExchanges = asked.filter(({ id }) => rules[id].by !== 'configuration');
  const unjudged = byExchanges.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'not-applicable');
  if (unjudged.length < byExchanges.length || (byExchanges.length === 0 && asked.length > 0)) return;
  const reasons = unjudged.map(({ id, says }) => ({ id, why: says }));
  // What belongs to other commands explains nothing where other rules were asked for, too.
  const own = reasons.filter((_reason, index) => unjudged[index]?.verdict === 'not-exercised');
  throw new UsageError(`nothing was judged: ${grouped(own.length === 0 ? reasons : own)}`, WHAT_TO_DO);
}

/**
 * Refuses a run in which every response to the key was 404: nothing tells a service without its operations from a wrong address, and the latter is usual.
 *
 * @param source - the evidence of the run
 * @throws {UsageError} that names the address
 */
export async function refuseNothingThere(baseUrl: string, source: AsyncIterable<EvidenceItem>): Promise<void> {
  let answered = 0;
  for await (const item of source) {
    const { request, answer } = 'exchange' in item ? item.exchange : {};
    const status = answer?.status;
    // A service may look at the key before the path.
    if (status === undefined || request?.credential !== 'primary') continue;
    if (status !== NOT_FOUND) return;
    answered++;
  }
  if (answered === 0) return;
  throw new UsageError(`every request with the key got 404 at ${baseUrl}`, IS_IT_THE_ADDRESS);
}

const NOT_FOUND = 404;

/** `CREATE-1, CREATE-2 (writes are off; --writes turns them on); RATE-11 (judged by …)`. */
function grouped(reasons: readonly { readonly id: RuleId; readonly why: string | undefined }[]): string {
  const groups = [...Map.groupBy(reasons, ({ why }) => why)].toSorted(([, a], [, b]) => b.length - a.length);
  const named = groups.slice(0, MOST_REASONS).map(([why, all]) => `${named3(all.map(({ id }) => id))} (${why})`);
  return [...named, ...(groups.length > MOST_REASONS ? ['…'] : [])].join('; ');
}

function named3(ids: readonly RuleId[]): string {
  return ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
}
