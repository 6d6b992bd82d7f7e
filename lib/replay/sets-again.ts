import { PET_STATUSES } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { requestKey } from './steps-again.ts';

/** Rules that pages break only where they hold a whole set, so that the judges must know how pages behave today. */
const OVER_SETS: readonly RuleId[] = ['LIST-7', 'LIST-14', 'GET-6', 'GET-1', 'CREATE-8', 'CREATE-10', 'AUTH-4'];

/** Rules that are kept only where the animal of a refused creation would have been seen. */
const REFUSED_WRITES: readonly RuleId[] = ['CREATE-8', 'AUTH-4'];

/** Rules over which pages hold what was created. */
const OF_CREATIONS: readonly RuleId[] = ['LIST-7', 'GET-6', 'CREATE-10'];

/** What shows it: a small filtered page that is full tells that filtering goes before paging. */
export const WHOLE_SETS: readonly string[] = [
  ...PET_STATUSES.slice(0, 2).map((status) => `/pets?limit=2&status=${status}`),
  ...PET_STATUSES.map((status) => `/pets?limit=100&status=${status}`),
];

/** Whether a rule is about whole sets of animals. */
export function isOverSets(rule: RuleId): boolean {
  return OVER_SETS.includes(rule);
}

/** Whether a finding is about a creation that was refused. */
export function isOfRefusedWrites({ rule }: RecordedFinding): boolean {
  return REFUSED_WRITES.includes(rule);
}

/** Whether a finding is about pages that lack what was created. */
export function isOfCreations({ rule, exchanges }: RecordedFinding): boolean {
  return OF_CREATIONS.includes(rule) && exchanges.some(({ request }) => request.method === 'POST');
}

/**
 * The two reads that a violation alternated between, where sending each once left it open: a service of several instances
 * answers by turns, and what was seen first may be of another one.
 */
export function alternating({ rule, finding, exchanges }: RecordedFinding): readonly [Exchange, Exchange] | undefined {
  if (finding.verdict !== 'fail' || !OVER_SETS.includes(rule)) return undefined;
  const reads = exchanges.filter(({ request }) => request.method === 'GET');
  const [one, other] = [...new Map(reads.map((exchange) => [requestKey(exchange.request), exchange])).values()];
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** The status that the body of a POST names. */
export function sentStatus({ request: { method, body } }: Exchange): string | undefined {
  if (method !== 'POST' || body.kind !== 'bytes') return undefined;
  return /"status":\s*"([a-z]+)"/.exec(Buffer.from(body.bytes).toString('latin1'))?.[1];
}
