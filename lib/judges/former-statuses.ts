import type { PetStatus } from '../contract/pets.ts';
import type { KnownAnimal } from '../expectation/expectation.ts';

/**
 * The statuses that an animal had before the current one, as far as they were seen.
 *
 * @param known - the animal as it was known until now
 */
export function formerStatusesOf(
  known: KnownAnimal | undefined,
  shown: PetStatus | undefined,
): Pick<KnownAnimal, 'formerStatuses'> {
  if (known === undefined) return {};
  const { status, formerStatuses = [] } = known;
  if (status === undefined || status === shown) return formerStatuses.length === 0 ? {} : { formerStatuses };
  return { formerStatuses: [...new Set([...formerStatuses, status])] };
}
