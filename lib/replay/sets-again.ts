import { PET_STATUSES } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import { requestKey } from './situation.ts';

/** What shows it: a small filtered page that is full tells that filtering goes before paging. */
export const WHOLE_SETS: readonly string[] = [
  ...PET_STATUSES.slice(0, 2).map((status) => `/pets?limit=2&status=${status}`),
  ...PET_STATUSES.map((status) => `/pets?limit=100&status=${status}`),
];

/** Whether only pages that hold whole sets of pets show a violation of a rule. */
export function isOverSets(rule: RuleId): boolean {
  return rules[rule].again?.over !== undefined;
}

/** Whether a finding is about a creation that was refused. */
export function isOfRefusedWrites({ rule }: RecordedFinding): boolean {
  return rules[rule].again?.of === 'refused creations';
}

/** Whether a finding is about pages that lack what was created. */
export function isOfCreations({ rule, exchanges }: Pick<RecordedFinding, 'rule' | 'exchanges'>): boolean {
  return rules[rule].again?.of === 'creations' && exchanges.some(({ request }) => request.method === 'POST');
}

/**
 * The two reads that a violation alternated between, where sending each once left it open: a service of several instances
 * answers by turns, and what was seen first may be of another one.
 */
export function alternating({ rule, finding, exchanges }: RecordedFinding): readonly [Exchange, Exchange] | undefined {
  if (finding.verdict !== 'fail' || !isOverSets(rule)) return undefined;
  const reads = exchanges.filter(({ request }) => request.method === 'GET');
  const [one, other] = [...new Map(reads.map((exchange) => [requestKey(exchange.request), exchange])).values()];
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** The status of the pet that a finding is about, and a creation of the run under the same one. */
export function creationLike(
  { exchanges }: RecordedFinding,
  recorded: RecordedRun,
): { readonly status?: string | undefined; readonly creation?: Exchange | undefined } {
  const status = exchanges.map(sentStatus).find((one) => one !== undefined);
  const creation = [...recorded.exchanges.values()].find(
    (exchange) => exchange.answer?.status === 201 && sentStatus(exchange) === status,
  );
  return { status, creation };
}

/** The status that the body of a POST names. */
function sentStatus({ request: { method, body } }: Exchange): string | undefined {
  if (method !== 'POST' || body.kind !== 'bytes') return undefined;
  return /"status":\s*"([a-z]+)"/.exec(Buffer.from(body.bytes).toString('latin1'))?.[1];
}
