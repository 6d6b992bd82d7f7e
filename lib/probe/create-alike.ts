import { getPetPhase } from '../contract/lifecycle.ts';
import { PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import type { Finding } from '../judges/finding.ts';
import { NOT_FOUND } from '../judges/lost-writes.ts';
import { UNLISTED_AT_A_CAP } from '../judges/unlisted-animals.ts';
import type { ProbeRun } from './for-all.ts';
import type { Service } from './service.ts';

/** Pets that one run creates for its doubts at most: they stay. */
const MOST_ALIKE = 2;

/**
 * Creates another pet of each kind of which a created pet was read back with another status, or not found at all, and reads it back: another
 * client may have edited or deleted the one, as soon as it was there, and hardly the next one of its kind as well. A service that keeps
 * its rules costs nothing here. Where a list may be capped just where it lacks one, a pet of another status makes it longer.
 */
export async function createAlike({ session, service }: ProbeRun): Promise<void> {
  if (!service.writes) return;
  const findings = session.conclude();
  const sent = (id: number) => session.exchange(id);
  const other = statusBeyondCap(findings, sent, service);
  if (other !== undefined) {
    await service.createPet(await service.newPet({ status: other }));
    return;
  }
  const getsTell = getPetPhase(session.knowledge.asOf) === 'deprecated';
  for (const kind of doubtedKinds(findings, sent).slice(0, MOST_ALIKE)) {
    const status = kind === NO_STATUS ? undefined : kind;
    const before = service.created().length;
    await service.createPet(await service.newPet(status === undefined ? {} : { status }));
    const id = service.created().at(before);
    if (id === undefined) continue;
    if (getsTell) await service.getPet(id);
    else {
      // Under another status the filter does not show it.
      await service.listPets({ limit: PAGE.maximum });
      const filter = status ?? session.knowledge.animals.get(id)?.status;
      if (filter !== undefined) await service.listPets({ limit: PAGE.maximum, status: filter });
    }
  }
}

/** What was created: a pet with a status, or one without. */
type Kind = PetStatus | typeof NO_STATUS;

const NO_STATUS = 'no status';

const KINDS = [...PET_STATUSES, NO_STATUS] as const;

/**
 * The kinds of pets that were created and then read back with another status, or not found, as far as that is in doubt. Rule CREATE-10.
 *
 * @param sent - the exchange with a number
 */
export function doubtedKinds(
  findings: readonly Finding[],
  sent: (id: number) => Exchange | undefined,
): readonly Kind[] {
  const doubted = new Set(
    findings
      .filter(isInDoubt)
      .filter(({ place, fault }) => place === 'status' || fault === NOT_FOUND)
      .flatMap((finding) =>
        kindsShownBy(finding, sent).filter((kind) => finding.place !== 'status' || kind !== NO_STATUS),
      ),
  );
  return KINDS.filter((kind) => doubted.has(kind));
}

/** The status of a pet that makes a list longer which may be capped, and lacks created ones of one status; undefined where none is. Rule CREATE-10. */
function statusBeyondCap(
  findings: readonly Finding[],
  sent: (id: number) => Exchange | undefined,
  { fullestStatus, roomiestStatus }: Pick<Service, 'fullestStatus' | 'roomiestStatus'>,
): PetStatus | undefined {
  const doubts = findings.filter(isInDoubt).filter(({ fault }) => fault === UNLISTED_AT_A_CAP);
  if (doubts.length === 0) return undefined;
  const lacking = new Set(doubts.flatMap((doubt) => kindsShownBy(doubt, sent)));
  return [fullestStatus(), ...PET_STATUSES.filter((status) => status !== roomiestStatus()), roomiestStatus()].find(
    (status) => !lacking.has(status),
  );
}

function isInDoubt({ rule, verdict }: Finding): boolean {
  return rule === 'CREATE-10' && verdict === 'inconclusive';
}

function kindsShownBy({ shownBy }: Finding, sent: (id: number) => Exchange | undefined): readonly Kind[] {
  return shownBy.flatMap((id) => kindSentBy(sent(id)) ?? []);
}

function kindSentBy(exchange: Exchange | undefined): Kind | undefined {
  if (exchange?.request.method !== 'POST') return undefined;
  const newPet = readNewPet(exchange.request.body);
  return newPet.kind === 'valid' ? (newPet.status ?? NO_STATUS) : undefined;
}
