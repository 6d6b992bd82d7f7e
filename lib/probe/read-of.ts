import { createdId, objectIn } from '../evidence/creation.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { plainGet } from '../model/coverage.ts';

/**
 * The last getPet by the same key that showed a created pet with the status that its creation returned: what was never found by its id, or
 * is shown otherwise there, is another fault than a list that lacks it.
 *
 * @param sent - what was sent so far
 */
export function readOf(creation: Exchange, sent: Iterable<Exchange>): Exchange | undefined {
  const id = createdId(creation);
  if (id === undefined) return undefined;
  const target = `/pets/${id}`;
  const status = objectIn(creation.answer)?.['status'];
  let found: Exchange | undefined;
  for (const exchange of sent) {
    const { request, answer } = exchange;
    const isOfPet = request.method === 'GET' && request.target === target;
    if (!isOfPet || request.credential !== creation.request.credential || answer?.status !== 200) continue;
    found = objectIn(answer)?.['status'] === status ? exchange : undefined;
  }
  return found;
}

/** getPet of a created pet that was never sent so far: after all else, it tells a list that lacks the pet from a pet that is gone. */
export function firstReadOf(creation: Exchange, sent: Iterable<Exchange>): Exchange | undefined {
  const id = createdId(creation);
  if (id === undefined || creation.request.credential !== 'primary') return undefined;
  const target = `/pets/${id}`;
  for (const { request } of sent) if (request.method === 'GET' && request.target === target) return undefined;
  return { ...creation, request: plainGet(target) };
}
