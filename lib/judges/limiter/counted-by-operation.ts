import type { Operation } from '../../contract/operations.ts';
import { headerValues } from '../../evidence/exchange.ts';
import type { Reading } from '../reading.ts';
import { pick } from '../sequence.ts';
import { readHistory, type LimiterLog } from './metered-history.ts';
import { makeXray, type Xray } from './xray.ts';

/** Fewer requests than this of one operation fit nearly any limiter. */
const ENOUGH = 5;

/**
 * Whether no limiter explains the history, but one for each operation does. This works even where Reset says nothing about the window, and
 * where the key was counted separately under another spelling of its scheme, so that {@link findOperationCounters} cannot tell. It names
 * the cause of a violation of RATE-4, and is not a violation by itself. Source: section 8, the caller's limit.
 *
 * @param xray - of the whole log
 * @returns the words for a finding
 */
export function diagnoseOperations(log: LimiterLog, { period, violations }: Xray): string | undefined {
  if (!violations.some(({ rule }) => rule === 'RATE-4')) return undefined;
  const isExplained = (readings: readonly Reading[]) =>
    makeXray(readHistory({ ...log, readings }, 'primary'), period, log.knowledge)?.violations.some(
      ({ rule }) => rule === 'RATE-4',
    ) === false;
  const own = ofUsualSpelling([...pick(log.readings, ({ exchange }) => exchange.request.credential === 'primary')]);
  const groups = [...Map.groupBy(own, ({ expectation }) => expectation.operation)].filter(
    (group): group is [Operation, Reading[]] => group[0] !== undefined && group[1].length >= ENOUGH,
  );
  if (groups.length < 2 || isExplained(groups.flatMap(([, readings]) => readings).toSorted(byNumber))) return undefined;
  if (!groups.every(([, readings]) => isExplained(readings))) return undefined;
  // Where as many requests of mixed operations are explained as well, their smaller number is the explanation.
  const inTurn = groups.map((_, turn) => own.filter((_reading, index) => index % groups.length === turn));
  if (inTurn.every(isExplained)) return undefined;
  const names = groups.map(([operation]) => operation).toSorted();
  return `each operation seems to have a counter of its own (${names.join(', ')})`;
}

function byNumber(a: Reading, b: Reading): number {
  return a.exchange.id - b.exchange.id;
}

/** The requests whose Authorization header is written as in most of them. */
function ofUsualSpelling(readings: readonly Reading[]): readonly Reading[] {
  const [usual = []] = [...Map.groupBy(readings, spellingOf).values()].toSorted((a, b) => b.length - a.length);
  return usual;
}

function spellingOf({ exchange: { request } }: Reading): string {
  return headerValues(request.headers, 'Authorization').join(', ');
}
