import type { PetStatus } from '../contract/pets.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { ANOTHER_VALUE } from './altered-animals.ts';
import { TWICE } from './doubled-animals.ts';
import type { Finding } from './finding.ts';
import { NOT_FOUND, NOT_LISTED } from './lost-writes.ts';
import { MOVED, UNLISTED_AT_A_CAP } from './unlisted-animals.ts';

/** Of what another client may have done, or the service: creating another pet tells. */
const TOLD_BY_ANOTHER: ReadonlySet<string | undefined> = new Set([ANOTHER_VALUE, NOT_FOUND, NOT_LISTED, TWICE, MOVED]);

/** Of these a service may do so to the pets of one status, or those without, alone. */
const BY_STATUS: ReadonlySet<string | undefined> = new Set([NOT_FOUND, NOT_LISTED]);

/** What a creation sent, as far as another one is to be like it. */
interface Creation {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
  /** In doubt is what lists show. */
  readonly isOnlyListed?: true;
}

/** The body of the request with a number, where that is a creation. */
type Sent = (id: number) => NewPetReading | undefined;

/**
 * The creations that are in doubt, as another client may explain what became of them: of each kind of doubt and each status one.
 * Rule CREATE-10.
 */
export function doubtedCreations(findings: readonly Finding[], sent: Sent): readonly Creation[] {
  const doubts = findings.filter(isInDoubt).filter(({ fault }) => TOLD_BY_ANOTHER.has(fault));
  const kinds = new Map<string, Creation>();
  for (const { fault, place, shownBy } of doubts) {
    const isByStatus = place === 'status' || BY_STATUS.has(fault);
    for (const creation of creationsOf(shownBy, sent)) {
      const kind = JSON.stringify([fault, place, isByStatus ? creation.status : undefined]);
      if (!kinds.has(kind)) kinds.set(kind, { ...creation, ...(fault === NOT_LISTED && { isOnlyListed: true }) });
    }
  }
  return [...kinds.values()];
}

/** The statuses of created pets that a list of all pets lacks which may be capped just there. Rule CREATE-10. */
export function statusesLackedAtCap(findings: readonly Finding[], sent: Sent): ReadonlySet<PetStatus | undefined> {
  const doubts = findings.filter(isInDoubt).filter(({ fault }) => fault === UNLISTED_AT_A_CAP);
  return new Set(doubts.flatMap(({ shownBy }) => creationsOf(shownBy, sent).map(({ status }) => status)));
}

function isInDoubt({ rule, verdict, see }: Finding): boolean {
  return rule === 'CREATE-10' && verdict === 'inconclusive' && see === undefined;
}

function creationsOf(shownBy: readonly number[], sent: Sent): Creation[] {
  return shownBy.flatMap((id) => {
    const newPet = sent(id);
    if (newPet?.kind !== 'valid') return [];
    const { name, categoryId, status } = newPet;
    return [{ name, categoryId, ...(status !== undefined && { status }) }];
  });
}

/** A name of the run's own, with all that another one has besides. */
export function alikeName(fresh: string, like = ''): string {
  return OWN_PART.test(like) ? like.replace(OWN_PART, () => fresh) : fresh;
}

/** What makes a name one of its own. */
const OWN_PART = /petvet[A-Z0-9]+/i;
