import { getPetPhase } from '../contract/lifecycle.ts';
import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import type { Finding } from '../judges/finding.ts';
import type { ProbeRun } from './for-all.ts';

/** Pets that one run creates for its doubts at most: they stay. */
const MOST_ALIKE = 2;

/**
 * Creates another pet with each status of which a single created pet was read back with another one, and reads it back: another
 * client may have edited the one, as soon as it was there, and hardly the next one of its kind as well. A service that keeps its rules
 * costs nothing here.
 */
export async function createAlike({ session, service }: ProbeRun): Promise<void> {
  if (!service.writes || getPetPhase(session.knowledge.asOf) !== 'deprecated') return;
  for (const status of doubtedStatuses(session.conclude(), (id) => session.exchange(id)).slice(0, MOST_ALIKE)) {
    const before = service.created().length;
    await service.createPet(await service.newPet({ status }));
    const id = service.created().at(before);
    if (id !== undefined) await service.getPet(id);
  }
}

/**
 * The statuses with which pets were created that were then read back with another one, as far as that is in doubt. Rule CREATE-10.
 *
 * @param sent - the exchange with a number
 */
export function doubtedStatuses(
  findings: readonly Finding[],
  sent: (id: number) => Exchange | undefined,
): readonly PetStatus[] {
  const doubted = new Set(
    findings
      .filter(({ rule, verdict, place }) => rule === 'CREATE-10' && verdict === 'inconclusive' && place === 'status')
      .flatMap(({ shownBy }) => shownBy.map((id) => statusSentBy(sent(id)))),
  );
  return PET_STATUSES.filter((status) => doubted.has(status));
}

function statusSentBy(exchange: Exchange | undefined): PetStatus | undefined {
  if (exchange?.request.method !== 'POST') return undefined;
  const newPet = readNewPet(exchange.request.body);
  return newPet.kind === 'valid' ? newPet.status : undefined;
}
