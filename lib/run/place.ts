import { createdId } from '../evidence/created.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { LIMITER_RULES } from '../judges/index.ts';
import { BURST } from '../probe/limit-use.ts';
import type { RuleId } from '../rules/index.ts';
import { ownNames, isOwn } from './resend.ts';

/** Requests of two runs are alike when these are equal: what every run names anew, names and ids of animals, is left out. */
export type PlaceOf = (exchange: Exchange) => string;

/**
 * Tells which exchanges of a run take the place of which of another.
 *
 * @param runId - of the run that the exchanges are of
 * @param exchanges - all of that run: the ids that it met are those of animals, any other id is one that nobody knows
 */
export function placesIn(runId: string, exchanges: Iterable<Exchange>): PlaceOf {
  const names = ownNames(runId);
  const known = new Set<string>();
  for (const exchange of exchanges) for (const id of idsIn(exchange)) known.add(id);
  return ({ request: { method, target, headers, body, credential } }) => {
    const path = target.replace(/^\/pets\/(-?\d+)(?=$|\?)/, (whole, id: string) =>
      known.has(id) ? '/pets/{known}' : whole,
    );
    const told = headers.filter(isOwn).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    const sent = body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1').replaceAll(names, '{name}') : '';
    return [`${credential} ${method} ${path}`, ...told.toSorted(), sent].join('\n');
  };
}

/** Ids as the answers spell them: enough to tell an animal's from a made-up one. */
function idsIn(exchange: Exchange): string[] {
  const created = createdId(exchange);
  if (created !== undefined) return [`${created}`];
  const { request, answer } = exchange;
  const isList = request.method === 'GET' && /^\/pets(\?|$)/.test(request.target);
  if (!isList || answer?.status !== 200 || answer.body.kind !== 'bytes') return [];
  const text = Buffer.from(answer.body.bytes).toString('latin1');
  return Array.from(text.matchAll(/"id"\s*:\s*"?(-?\d+)/g), ([, id = '']) => id);
}

/**
 * Whether a list was answered as if there was nothing to be found, in a run that had met no animal by then: the store may have
 * been empty, which it is no more where lists show animals.
 */
export function mayHaveBeenEmpty({ id, request, answer }: Exchange, exchanges: Iterable<Exchange>): boolean {
  const isNothing = answer?.status === 404 || answer?.status === 204;
  if (request.method !== 'GET' || !/^\/pets(\?|$)/.test(request.target) || !isNothing) return false;
  return [...exchanges].every((other) => other.id >= id || idsIn(other).length === 0);
}

/** What the violation hangs on is the limit: it must be used up as it was then. */
export function takesTheLimit(rule: RuleId, exchanges: readonly Exchange[]): boolean {
  return LIMITER_RULES.includes(rule) || exchanges.some(isOverLimit);
}

function isOverLimit({ answer, probe }: Exchange): boolean {
  return answer?.status === 429 || probe === BURST;
}

/**
 * What only a whole run shows. Sent one by one, the same requests would say nothing of a limit that is not used up, of
 * creations at once, or of ids that the service assigns: each creation gets another one, and an id that was new then is not
 * new any more.
 */
export function needsTheRun(rule: RuleId, exchanges: readonly Exchange[]): boolean {
  if (takesTheLimit(rule, exchanges) || OF_ASSIGNED_IDS.includes(rule)) return true;
  return exchanges.some((one) => exchanges.some((other) => one !== other && areAtOnce(one, other)));
}

const OF_ASSIGNED_IDS: readonly RuleId[] = ['CREATE-3', 'CREATE-4', 'JSON-3'];

function areAtOnce({ times: one }: Exchange, { times: other }: Exchange): boolean {
  return one.startedAt < other.endedAt && other.startedAt < one.endedAt;
}
