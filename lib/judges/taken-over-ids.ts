import { largest } from '../evidence/extremes.ts';
import type { CallerLog } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { OwnCreation } from './own-pets.ts';
import { sightsOf } from './sights.ts';
import { uncertain } from './weighing.ts';

/** After a pause of this length, in milliseconds, another client may have deleted every pet that the run created. */
const STILL_THERE_MS = 2_000;

const BASE = { rule: 'CREATE-3', operation: 'createPet' } as const;

/** Creations that were given the id of their request, though a pet had it. Source: section 2, Pet. */
export function judgeTakenOver(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  const wasShown = ({ pet: { id }, from, number }: OwnCreation) =>
    sightsOf(id, log).some((sight) => (sight.view === 'createPet' ? sight.number < number : sight.to <= from));
  const taken = own.filter((creation) => creation.sentId === creation.pet.id && wasShown(creation));
  const again = own.find((creation) => creation.sentId !== creation.pet.id && wasShown(creation));
  return taken.map((creation) => {
    const { number, pet } = creation;
    const fields = { place: 'id', expected: 'an id that the service assigns', actual: `id ${pet.id}` };
    if (again !== undefined) {
      const doubt = `the id ${pet.id} of the request was assigned, though another pet had it; so was one that no request asked for`;
      const shownBy = [again.number, number].toSorted((a, b) => a - b);
      return makeFinding({ ...BASE, shownBy }, 'inconclusive', doubt, { ...fields, fault: GIVEN_AGAIN });
    }
    if (mayStartAnew(creation, own, log)) {
      const doubt = `the id ${pet.id} of the request was assigned, though another pet had it, which may have been deleted meanwhile`;
      return makeFinding({ ...BASE, shownBy: [number] }, 'inconclusive', doubt, { ...fields, fault: GIVEN_AGAIN });
    }
    const says = `the service used the id ${pet.id} of the request, though another pet has it`;
    const fault = 'taken over, though another pet has it';
    return uncertain(makeFinding({ ...BASE, shownBy: [number] }, 'fail', says, { ...fields, fault }), log);
  });
}

const GIVEN_AGAIN = 'taken over, or given again';

/** No pet that the run created was seen for a while: all of them may be gone, and the ids of a store start anew with the first one's. */
function mayStartAnew({ from }: OwnCreation, own: readonly OwnCreation[], log: CallerLog): boolean {
  const seen = own
    .filter(({ to }) => to <= from)
    .flatMap(({ pet }) => sightsOf(pet.id, log).map(({ to }) => to))
    .filter((to) => to <= from);
  return seen.length > 0 && from - largest(seen) > STILL_THERE_MS;
}
