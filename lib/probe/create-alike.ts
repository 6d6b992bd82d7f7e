import { getPetPhase } from '../contract/lifecycle.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import { alikeName, doubtedCreations } from '../judges/doubted-creations.ts';
import type { ProbeRun } from './for-all.ts';

/** Pets that one run creates for its doubts: they stay. */
const MOST_ALIKE = 2;

/**
 * Creates two more pets like those that were read back otherwise than they were created, or not at all, and looks at them at once:
 * another client may have met the others, and hardly these before they were looked at. A service that keeps its rules costs nothing here.
 */
export async function createAlike({ session, service }: ProbeRun): Promise<void> {
  if (!service.writes) return;
  const getsTell = getPetPhase(session.knowledge.asOf) === 'deprecated';
  const doubted = doubtedCreations(session.conclude(), (id) => {
    const request = session.exchange(id)?.request;
    return request?.method === 'POST' ? readNewPet(request.body) : undefined;
  });
  if (doubted.length === 0) return;
  for (let nth = 0; nth < MOST_ALIKE; nth++) {
    const { name: like, isOnlyListed = false, ...fields } = doubted[nth % doubted.length] ?? {};
    const { name } = await service.ingredients();
    const before = service.created().length;
    await service.createPet(await service.newPet({ ...fields, name: alikeName(name(), like) }));
    const id = service.created().at(before);
    if (id === undefined) continue;
    const { status } = fields;
    await Promise.all([
      ...(getsTell && !isOnlyListed ? [service.getPet(id)] : []),
      service.listPets({ limit: 100, ...(status !== undefined && { status }) }),
    ]);
  }
}
