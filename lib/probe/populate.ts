import { PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Service } from './service.ts';

/** With this many pets a page can be too long. */
const ENOUGH = PAGE.maximum + 1;

/** What is created is this share under the fullest status, and this one under the next: none is alone, and two pages keep room. */
const SHARES = [1 / 2, 1 / 3] as const;

/** After this many creations in a row that were not carried out, no more are tried. */
const MOST_REFUSED = 3;

/**
 * Creates as many pets as are missing to more than one page holds: without them nobody sees whether a page is too long. Their
 * names are those of all creations of the run, and their statuses are spread unevenly.
 *
 * @param announce - told how many before the first is created
 */
export async function createMissing(
  service: Pick<Service, 'listPets' | 'createPet' | 'newPet' | 'knownPets' | 'fullestStatus' | 'roomiestStatus'>,
  announce: (missing: number) => void,
): Promise<void> {
  await service.listPets({ limit: PAGE.maximum });
  for (const status of PET_STATUSES) await service.listPets({ limit: PAGE.maximum, status });
  const known = await service.knownPets();
  const missing = Math.max(0, ENOUGH - known.length);
  announce(missing);
  let refused = 0;
  for (const status of statusesOf(missing, service.fullestStatus(), service.roomiestStatus())) {
    refused = isCreated(await service.createPet(await service.newPet({ status }))) ? 0 : refused + 1;
    if (refused >= MOST_REFUSED) return;
  }
}

function statusesOf(count: number, fullest: PetStatus, roomiest: PetStatus): readonly PetStatus[] {
  const middle = PET_STATUSES.find((status) => status !== fullest && status !== roomiest) ?? fullest;
  const [most, some] = SHARES.map((share) => Math.ceil(count * share));
  return [
    ...Array.from({ length: most ?? 0 }, () => fullest),
    ...Array.from({ length: some ?? 0 }, () => middle),
    ...Array.from({ length: count }, () => roomiest),
  ].slice(0, count);
}

function isCreated({ answer }: Exchange): boolean {
  return answer?.status === 201;
}
