import { isOwnName } from './pet-names.ts';
import { memberOf, type Reading } from './reading.ts';

/**
 * Whether a response shows the pet that a request created: a 201, or a 200 with an id and the name of petvet's own that was sent. The
 * latter violates CREATE-1 by its status; the fields and the pet are judged all the same. Source: section 4.2.
 */
export function showsCreated({ exchange, expectation: { operation, newPet }, body }: Reading): boolean {
  const { status } = exchange.answer;
  if (operation !== 'createPet' || status !== 200) return operation === 'createPet' && status === 201;
  if (newPet?.kind !== 'valid' || !isOwnName(newPet.name) || body.kind !== 'json') return false;
  return memberOf(body.value, 'name') === newPet.name && typeof memberOf(body.value, 'id') === 'bigint';
}
