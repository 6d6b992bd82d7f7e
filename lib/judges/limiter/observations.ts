import type { Finding } from '../finding.ts';
import { finding, MOST_SHOWN } from './findings.ts';
import type { History } from './history.ts';
import { consistentKinds, type Xray } from './xray.ts';

/** So many requests of a key tell something about its limiter's kind; fewer fit nearly any. */
export const TELLING = 20;

/**
 * RATE-12: what kind of limiter it looks like, and which refused requests use up the window. Recorded only.
 *
 * @param shorter - that its window looks shorter than the run was told
 */
export function judgeKinds(history: History, xray: Xray, shorter?: Pick<Finding, 'says' | 'shownBy'>): Finding[] {
  const { takes, alsoCounted, notCounted } = history;
  const numbers = takes.slice(0, MOST_SHOWN).map(({ number }) => number);
  const kinds = consistentKinds(xray);
  const kind = takes.length < TELLING ? [] : [finding('RATE-12', 'observed', numbers, looksLike(kinds, xray))];
  return [
    ...(shorter === undefined ? [] : [finding('RATE-12', 'observed', shorter.shownBy, shorter.says)]),
    ...kind,
    ...habits(takes, alsoCounted, (status) => `requests answered ${status} use up the window`),
    ...habits(takes, notCounted, (status) => `requests answered ${status} do not use up the window`),
  ];
}

/** Short enough to stand whole in one row of a table. */
function looksLike(kinds: readonly string[], xray: Xray): string {
  if (kinds.length === xray.kinds.length) return 'the limiter could be of any kind';
  return `the limiter looks like: ${kinds.length === 0 ? 'no known kind' : kinds.join(', ')}`;
}

function habits(takes: History['takes'], statuses: ReadonlySet<number>, says: (status: number) => string): Finding[] {
  return [...statuses].map((status) => {
    const shownBy = takes.filter((take) => take.status === status).slice(0, MOST_SHOWN);
    return finding(
      'RATE-12',
      'observed',
      shownBy.map(({ number }) => number),
      says(status),
    );
  });
}
