import type { PetStatus } from '../contract/pets.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { ANOTHER_VALUE } from './altered-animals.ts';
import { TWICE } from './doubled-animals.ts';
import type { Finding } from './finding.ts';
import { NOT_FOUND, NOT_LISTED } from './lost-writes.ts';
import { MOVED } from './unlisted-animals.ts';

/** Of what another client may have done, or the service: creating another pet tells. */
const TOLD_BY_ANOTHER: ReadonlySet<string | undefined> = new Set([ANOTHER_VALUE, NOT_FOUND, NOT_LISTED, TWICE, MOVED]);

/** What a creation sent, as far as another one is to be like it. */
interface Creation {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
  /** In doubt is what lists show. */
  readonly isOnlyListed?: true;
}

/**
 * The creations that are in doubt, as another client may explain what became of them: of each kind of doubt and each status one.
 * Rule CREATE-10.
 *
 * @param sent - the body of the request with a number, where that is a creation
 */
export function doubtedCreations(
  findings: readonly Finding[],
  sent: (id: number) => NewPetReading | undefined,
): readonly Creation[] {
  const doubts = findings.filter(
    ({ rule, verdict, see, fault }) =>
      rule === 'CREATE-10' && verdict === 'inconclusive' && see === undefined && TOLD_BY_ANOTHER.has(fault),
  );
  const kinds = new Map<string, Creation>();
  for (const { fault, place, shownBy } of doubts) {
    for (const creation of shownBy.flatMap((id) => creationOf(sent(id)) ?? [])) {
      const kind = JSON.stringify([fault, place, place === 'status' ? creation.status : undefined]);
      if (!kinds.has(kind)) kinds.set(kind, { ...creation, ...(fault === NOT_LISTED && { isOnlyListed: true }) });
    }
  }
  return [...kinds.values()];
}

function creationOf(newPet: NewPetReading | undefined): Creation | undefined {
  if (newPet?.kind !== 'valid') return undefined;
  const { name, categoryId, status } = newPet;
  return { name, categoryId, ...(status !== undefined && { status }) };
}

/** A name of the run's own, with all that another one has besides. */
export function alikeName(fresh: string, like = ''): string {
  return OWN_PART.test(like) ? like.replace(OWN_PART, () => fresh) : fresh;
}

/** What makes a name one of its own. */
const OWN_PART = /petvet[A-Z0-9]+/i;
