import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { RunReport } from './run-report.ts';
import { counted } from '../text/counted.ts';

/** As many rules as one sentence names. */
const MOST_NAMED = 6;

/**
 * The kind of run, where readers must know it to understand the outcome: the run left something out that belongs to a kind of run, and
 * not single rules. A run that left nothing out is told without.
 */
export function toldProfile({
  profile,
  ledger,
  knowledge,
}: Pick<RunReport, 'profile' | 'ledger' | 'knowledge'>): JudgedProfile | undefined {
  const isWhole = profile?.name === 'complete' || Object.keys(knowledge.leftOut).length > 0;
  return isWhole || ledger.outcome !== 'incomplete' ? undefined : profile;
}

/** The outcome within a kind of run: `conforms (read-only)`. */
export function profileOutcome({ isComplete, name }: Pick<JudgedProfile, 'isComplete' | 'name'>): string {
  return `${isComplete ? 'conforms' : 'incomplete'} (${name})`;
}

/** What was verified, and what others have to: a clause that ends without a full stop. */
export function profileMeaning({ covered, total, inPart, notCovered, open, name }: JudgedProfile): string {
  const part = inPart.length === 0 ? '' : `, ${inPart.length} in part`;
  const counts = `${covered} of ${total} must rules verified${part}; ${notCovered.length} not covered by this profile`;
  if (open.length === 0) return counts;
  const more = open.length - MOST_NAMED;
  const named = open.slice(0, MOST_NAMED).map(({ rule }) => rule);
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `no must rule is violated, but ${counted(open.length, 'must rule')} that ${name} promises could not be verified: ${list}; ${counts}`;
}
