import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { createdId } from '../evidence/creation.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { LIMITER_RULES } from '../judges/index.ts';
import { BURST } from '../evidence/record-names.ts';
import type { RuleId } from '../rules/index.ts';
import { hadCompany } from './company.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import { ownNames, isOwn } from './stand-ins.ts';

/**
 * Requests of two runs are alike when these are equal: what every run names anew, names and ids of pets, is left out, and so
 * are the categories that it takes from the service's own pets.
 */
export type PlaceOf = (exchange: Exchange) => string;

/**
 * Tells which exchanges of a run take the place of which of another.
 *
 * @param runId - of the run that the exchanges are of
 * @param exchanges - all of that run: the ids that it met are those of pets, any other id is one that nobody knows
 */
export function placesIn(runId: string, exchanges: Iterable<Exchange>): PlaceOf {
  const names = ownNames(runId);
  const known = new Set<string>();
  const categories = new Set<string>();
  for (const exchange of exchanges) {
    for (const id of idsIn(exchange)) known.add(id);
    for (const category of categoriesIn(exchange)) categories.add(category);
  }
  return ({ request: { method, target, headers, body, credential } }) => {
    const path = target.replace(/^\/pets\/(-?\d+)(?=$|\?)/, (whole, id: string) =>
      known.has(id) ? '/pets/{known}' : whole,
    );
    const told = headers.filter(isOwn).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    const text = body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1').replaceAll(names, '{name}') : '';
    const sent = text.replaceAll(/("categoryId"\s*:\s*"?)(-?\d+)/g, (whole, before: string, category: string) =>
      categories.has(category) ? `${before}{category}` : whole,
    );
    return [`${credential} ${method} ${path}`, ...told.toSorted(), sent].join('\n');
  };
}

/** Ids as the answers spell them: enough to tell a pet's from a made-up one. */
function idsIn(exchange: Exchange): string[] {
  const created = createdId(exchange);
  if (created !== undefined) return [`${created}`];
  return Array.from(listOf(exchange).matchAll(/"id"\s*:\s*"?(-?\d+)/g), ([, id = '']) => id);
}

function categoriesIn(exchange: Exchange): string[] {
  return Array.from(listOf(exchange).matchAll(/"categoryId"\s*:\s*"?(-?\d+)/g), ([, category = '']) => category);
}

/** What a list was answered with; empty for any other exchange. */
function listOf({ request, answer }: Exchange): string {
  const isList = request.method === 'GET' && /^\/pets(\?|$)/.test(request.target);
  if (!isList || answer?.status !== 200 || answer.body.kind !== 'bytes') return '';
  return Buffer.from(answer.body.bytes).toString('latin1');
}

/**
 * Whether a list was answered as if there was nothing to be found, in a run that had met no pet by then: the store may have
 * been empty, which it is no more where lists show pets.
 */
export function mayHaveBeenEmpty({ id, request, answer }: Exchange, exchanges: Iterable<Exchange>): boolean {
  const isNothing = answer?.status === 404 || answer?.status === 204;
  if (request.method !== 'GET' || !/^\/pets(\?|$)/.test(request.target) || !isNothing) return false;
  return [...exchanges].every((other) => other.id >= id || idsIn(other).length === 0);
}

/** What the violation depends on is the limit, which must be used up as it was then: nothing else shows it. */
export function takesTheLimit(rule: RuleId, exchanges: readonly Exchange[]): boolean {
  return LIMITER_RULES.includes(rule) || (exchanges.length > 0 && exchanges.every(isOverLimit));
}

/** Whether a request was refused, or sent as one of the burst and answered without requests remaining. */
function isOverLimit({ answer, probe }: Exchange): boolean {
  if (answer?.status === 429) return true;
  const remaining = answer && headerValue(answer.headers, RATE_LIMIT_HEADERS.remaining);
  return probe === BURST && !/^\s*0*[1-9]\d*\s*$/.test(remaining ?? '');
}

/** What only a whole run shows: sent one by one, the same requests would say nothing of a limit that is not used up. */
export function onlyTheRunShows({ rule, exchanges }: Pick<RecordedFinding, 'rule' | 'exchanges'>): boolean {
  return takesTheLimit(rule, exchanges);
}

/**
 * What takes a whole run to be seen satisfied: besides what only a run shows, requests that were under way together. One by one
 * these may show the violation again, but not that it is gone.
 */
export function needsTheRun(
  found: Pick<RecordedFinding, 'rule' | 'exchanges'>,
  { exchanges }: Pick<RecordedRun, 'exchanges'>,
): boolean {
  return onlyTheRunShows(found) || found.exchanges.some((exchange) => hadCompany(exchange, exchanges.values()));
}
