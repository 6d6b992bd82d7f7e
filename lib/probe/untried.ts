import { PAGE, PET_STATUSES } from '../contract/pets.ts';
import { asPrimary } from './credentials.ts';
import { filteredQuery } from './draws.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';

/**
 * What a run has not covered yet, as long as there is such; then documented requests that it has not sent, by turns: known pets,
 * limits with a status, limits alone; then the pairs of limit and status in the other order, and ids that nobody was shown. Never
 * ends.
 *
 * @param planned - the next request that covers something, if one does at that moment
 * @param sent - the targets that were sent, those that are sent meanwhile too
 * @param known - the ids of the known pets, in the order in which they tell most
 */
export function* untriedRequests(
  planned: () => OutgoingRequest | undefined,
  sent: ReadonlySet<string>,
  known: readonly bigint[],
): Generator<OutgoingRequest> {
  for (const target of targets(known)) {
    for (let next = planned(); next !== undefined; next = planned()) yield next;
    if (!sent.has(target)) yield asPrimary('GET', target);
  }
}

/** Lists that a run has not asked for yet, which every service counts; when there are no more, all of them again. */
export function* untriedLists(sent: ReadonlySet<string>): Generator<OutgoingRequest, never> {
  const lists = [...byTurns([limits(), filtered(true), filtered(false)])];
  for (const target of lists) if (!sent.has(target)) yield asPrimary('GET', target);
  for (;;) for (const target of lists) yield asPrimary('GET', target);
}

function* targets(known: readonly bigint[]): Generator<string> {
  yield* byTurns([known.map((id) => `/pets/${id}`), filtered(true), limits()]);
  yield* filtered(false);
  const largest = known.reduce((most, id) => (id > most ? id : most), 0n);
  for (let id = largest + 2_000_003n; ; id += 7_919n) yield `/pets/${id}`;
}

const LIMITS = Array.from({ length: PAGE.maximum }, (_, index) => index + PAGE.minimum);

function limits(): readonly string[] {
  return LIMITS.map((limit) => `/pets?limit=${limit}`);
}

function filtered(isLimitFirst: boolean): readonly string[] {
  return LIMITS.flatMap((limit) =>
    PET_STATUSES.map((status) => `/pets?${filteredQuery({ limit, status, isLimitFirst })}`),
  );
}

/** One of each in turn, until all have ended. */
function* byTurns(lists: readonly (readonly string[])[]): Generator<string> {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  for (let at = 0; at < longest; at++)
    for (const list of lists) {
      const one = list[at];
      if (one !== undefined) yield one;
    }
}
