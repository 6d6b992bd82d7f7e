import type { PetStatus } from '../contract/pets.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { ANOTHER_VALUE } from './altered-pets.ts';
import { TWICE } from './doubled-pets.ts';
import type { Finding } from './finding.ts';
import { NOT_FOUND, NOT_LISTED } from './lost-writes.ts';
import { OWN_PART } from './manglings.ts';
import { MOVED, UNLISTED_AT_A_CAP } from './unlisted-pets.ts';

/** Doubts about what either another client or the service did: creating another pet tells. */
const TOLD_BY_ANOTHER: ReadonlySet<string | undefined> = new Set([ANOTHER_VALUE, NOT_FOUND, NOT_LISTED, TWICE, MOVED]);

/** Those that a service may cause for the pets of one status, or without one, only. */
const BY_STATUS: ReadonlySet<string | undefined> = new Set([NOT_FOUND, NOT_LISTED]);

/** What a creation sent, as far as another one must be like it. */
interface Creation {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
  /** The doubt is about what lists show. */
  readonly isOnlyListed?: true;
}

/** The body of the request with a number, where that is a creation. */
type Sent = (id: number) => NewPetReading | undefined;

/**
 * The creations that are in doubt because another client may explain what happened to them: one for each kind of doubt and each status.
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

/** The statuses of created pets that are missing from a list of all pets which may be capped just there. Rule CREATE-10. */
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

/** A new name of the run, with the further characters of another one. */
export function alikeName(fresh: string, like = ''): string {
  return OWN_PART.test(like) ? like.replace(OWN_PART, () => fresh) : fresh;
}
