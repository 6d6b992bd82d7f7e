import { pick } from '../sequence.ts';
import type { WrongCounting } from './countings.ts';
import type { Explanation } from './explained-counts.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import { consistentKinds, makeXray, type Xray } from './xray.ts';

/**
 * An x-ray of a service that has several counters for the key. What is then violated is what the kinds that explain the requests of the counter most
 * requests meet say of the rest: others may not admit as many, whatever was counted apart.
 *
 * @param xray - of the whole log
 */
export function ofOneCounter(
  log: LimiterLog,
  xray: Xray,
  { requests }: History,
  explanation: Explanation<WrongCounting> | undefined,
): Xray {
  const { counterOf, apart } = explanation?.counting ?? {};
  const { violations, period, kinds } = xray;
  // That Remaining is wrong needs no other explanation.
  if (apart !== 'by request' || counterOf === undefined || violations.length === 0) return xray;
  if (violations.some(({ rule }) => rule === 'RATE-4')) return xray;
  const counters = new Map<string, Set<number>>();
  for (const request of requests) {
    const key = counterOf(request, 0) ?? '';
    counters.set(key, (counters.get(key) ?? new Set()).add(request.number));
  }
  const [own] = [...counters.values()].toSorted((a, b) => b.size - a.size);
  const readings = [...pick(log.readings, ({ exchange }) => own?.has(exchange.id) === true)];
  const without = makeXray(readHistory({ ...log, readings }, 'primary'), period, log.knowledge);
  const explaining = without?.violations.length === 0 ? consistentKinds(without) : [];
  const told = kinds
    .filter(({ kind }) => explaining.includes(kind))
    .flatMap(({ contradictions }) => contradictions)
    .filter(
      ({ rule, by, shownBy }) => rule === 'RATE-4' && by !== 'announced' && shownBy.some((id) => own?.has(id) !== true),
    );
  return told.length === 0 ? xray : { ...xray, violations: told.slice(0, 1) };
}
