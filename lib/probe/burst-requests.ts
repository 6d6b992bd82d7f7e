import { PAGE } from '../contract/pets.ts';
import { getPetPhase } from '../contract/lifecycle.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './credentials.ts';
import { usualCategory } from './usual-category.ts';

/** What the burst needs to know, and a fresh name for a pet. */
interface BurstKnowledge extends Pick<JudgeKnowledge, 'pets' | 'asOf' | 'writes' | 'categoryId' | 'categories'> {
  readonly name: () => string;
}

/**
 * The requests of the burst: documented ones of all operations, so that each is seen to be refused; getPet and createPet
 * come last, where they are most likely over the limit. A creation that is admitted after all leaves one pet.
 *
 * @param count - how many
 */
export function burstRequests(count: number, knowledge: BurstKnowledge): OutgoingRequest[] {
  const { pets, asOf, writes, categoryId, categories, name } = knowledge;
  const [known] = pets.keys();
  const category = categoryId ?? usualCategory(categories);
  const get = known !== undefined && getPetPhase(asOf) === 'deprecated' ? [asPrimary('GET', `/pets/${known}`)] : [];
  const create =
    writes && category !== undefined
      ? [asPrimary('POST', '/pets', printExactJson({ name: name(), categoryId: category }))]
      : [];
  const special = [...get, ...create].slice(-count);
  const lists = count - special.length;
  return [...Array.from({ length: lists }, (_, nth) => listRequest(nth, nth === lists - 1)), ...special];
}

/** The first one asks for a limit that no other request of a run has. The last one is filtered: a limiter may leave out what has a handler of its own. */
function listRequest(nth: number, isLast: boolean): OutgoingRequest {
  const limit = nth === 0 ? PAGE.default - 1 : nth;
  return asPrimary('GET', `/pets?limit=${limit}${isLast ? '&status=available' : ''}`);
}
