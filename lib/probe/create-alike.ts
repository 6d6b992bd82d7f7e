import { getPetPhase } from '../contract/lifecycle.ts';
import type { PetStatus } from '../contract/pets.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import { ANOTHER_VALUE } from '../judges/altered-animals.ts';
import { TWICE } from '../judges/doubled-animals.ts';
import type { Finding } from '../judges/finding.ts';
import { NOT_FOUND, NOT_LISTED } from '../judges/lost-writes.ts';
import { MOVED } from '../judges/unlisted-animals.ts';
import type { ProbeRun } from './for-all.ts';

/** Pets that one run creates for its doubts: they stay. */
const MOST_ALIKE = 2;

/** Of what another client may have done, or the service: creating another pet tells. */
const TOLD_BY_ANOTHER: ReadonlySet<string | undefined> = new Set([ANOTHER_VALUE, NOT_FOUND, NOT_LISTED, TWICE, MOVED]);

/**
 * Creates two more pets like those that were read back otherwise than they were created, or not at all, and looks at them at once:
 * another client may have met the others, and hardly these before they were looked at. A service that keeps its rules costs nothing here.
 */
export async function createAlike({ session, service }: ProbeRun): Promise<void> {
  if (!service.writes) return;
  const getsTell = getPetPhase(session.knowledge.asOf) === 'deprecated';
  const doubted = doubtedCreations(session.conclude(), (id) => session.exchange(id));
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
 * @param sent - the exchange with a number
 */
export function doubtedCreations(
  findings: readonly Finding[],
  sent: (id: number) => Exchange | undefined,
): readonly Creation[] {
  const doubts = findings.filter(
    ({ rule, verdict, see, fault }) =>
      rule === 'CREATE-10' && verdict === 'inconclusive' && see === undefined && TOLD_BY_ANOTHER.has(fault),
  );
  const kinds = new Map<string, Creation>();
  for (const { fault, place, shownBy } of doubts) {
    for (const creation of shownBy.flatMap((id) => creationBy(sent(id)) ?? [])) {
      const kind = JSON.stringify([fault, place, place === 'status' ? creation.status : undefined]);
      if (!kinds.has(kind)) kinds.set(kind, { ...creation, ...(fault === NOT_LISTED && { isOnlyListed: true }) });
    }
  }
  return [...kinds.values()];
}

function creationBy(exchange: Exchange | undefined): Creation | undefined {
  if (exchange?.request.method !== 'POST') return undefined;
  const newPet = readNewPet(exchange.request.body);
  if (newPet.kind !== 'valid') return undefined;
  const { name, categoryId, status } = newPet;
  return { name, categoryId, ...(status !== undefined && { status }) };
}

/** A name of the run's own, with all that another one has besides. */
function alikeName(fresh: string, like = ''): string {
  return OWN_PART.test(like) ? like.replace(OWN_PART, () => fresh) : fresh;
}

/** What makes a name one of its own. */
const OWN_PART = /petvet[A-Z0-9]+/i;
