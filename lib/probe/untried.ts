import { PAGE, PET_STATUSES } from '../contract/pets.ts';
import { VALID } from './credentials.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';

/**
 * Documented requests that a run has not sent yet, those that find most first: every pair of limit and status, the same
 * with the parameters in the other order, every known animal, then ids that nobody was shown. Never ends.
 *
 * @param sent - the targets that were sent
 * @param known - the ids of the known animals
 */
export function* untriedRequests(sent: ReadonlySet<string>, known: readonly bigint[]): Generator<OutgoingRequest> {
  for (const target of targets(known)) {
    if (!sent.has(target)) yield { method: 'GET', target, headers: VALID.headers };
  }
}

function* targets(known: readonly bigint[]): Generator<string> {
  const limits = Array.from({ length: PAGE.maximum }, (_, index) => index + PAGE.minimum);
  for (const limit of limits) yield `/pets?limit=${limit}`;
  for (const status of PET_STATUSES) for (const limit of limits) yield `/pets?limit=${limit}&status=${status}`;
  for (const id of known) yield `/pets/${id}`;
  for (const status of PET_STATUSES) for (const limit of limits) yield `/pets?status=${status}&limit=${limit}`;
  const largest = known.reduce((most, id) => (id > most ? id : most), 0n);
  for (let id = largest + 2_000_003n; ; id += 7_919n) yield `/pets/${id}`;
}
