import { getPetPhase } from '../contract/lifecycle.ts';
import { PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { readNewPet, type NewPetReading } from '../expectation/new-pet.ts';
import { alikeName, doubtedCreations, statusesLackedAtCap } from '../judges/doubted-creations.ts';
import type { ProbeRun } from './for-all.ts';
import type { Service } from './service.ts';

/** Pets that one run creates for its doubts: they stay. */
const MOST_ALIKE = 2;

/**
 * Creates two more pets like those that were read back otherwise than they were created, or not at all, and looks at them at once:
 * another client may have met the others, and hardly these before they were looked at. A service that keeps its rules costs nothing
 * here. Where a list may be capped just where it lacks one, a pet of another status makes it longer.
 */
export async function createAlike({ session, service }: ProbeRun): Promise<void> {
  if (!service.writes) return;
  const findings = session.judged.conclude();
  const sent = (id: number): NewPetReading | undefined => {
    const request = session.judged.exchange(id)?.request;
    return request?.method === 'POST' ? readNewPet(request.body) : undefined;
  };
  const other = statusBeyond(statusesLackedAtCap(findings, sent), service);
  if (other !== undefined) {
    await service.createPet(await service.newPet({ status: other }));
    return;
  }
  const getsTell = getPetPhase(session.judged.knowledge.asOf) === 'deprecated';
  const doubted = doubtedCreations(findings, sent);
  if (doubted.length === 0) return;
  for (let nth = 0; nth < MOST_ALIKE; nth++) {
    const { name: like, isOnlyListed = false, ...fields } = doubted[nth % doubted.length] ?? {};
    const { name } = await service.ingredients();
    const before = service.created().length;
    await service.createPet(await service.newPet({ ...fields, name: alikeName(name(), like) }));
    const id = service.created().at(before);
    if (id === undefined) continue;
    const status = fields.status ?? (getsTell ? undefined : session.judged.knowledge.pets.get(id)?.status);
    await Promise.all([
      ...(getsTell && !isOnlyListed ? [service.getPet(id)] : []),
      // Under another status the filter does not show it.
      ...(getsTell && status !== undefined ? [] : [service.listPets({ limit: PAGE.maximum })]),
      ...(status === undefined ? [] : [service.listPets({ limit: PAGE.maximum, status })]),
    ]);
  }
}

/** The status of a pet that makes a list longer which lacks created ones of some statuses; undefined where it lacks none. */
function statusBeyond(
  lacked: ReadonlySet<PetStatus | undefined>,
  { fullestStatus, roomiestStatus }: Pick<Service, 'fullestStatus' | 'roomiestStatus'>,
): PetStatus | undefined {
  if (lacked.size === 0) return undefined;
  return [fullestStatus(), ...PET_STATUSES.filter((status) => status !== roomiestStatus()), roomiestStatus()].find(
    (status) => !lacked.has(status),
  );
}
