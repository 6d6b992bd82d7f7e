import { PET_STATUSES, type PetStatus } from '../lib/contract/pets.ts';
import {
  betterRefused,
  LARGE_CATEGORY,
  missingFields,
  notAnObject,
  unknownField,
  valuesThatGetLost,
  type OddBody,
} from '../lib/probe/bodies.ts';
import { wrongTypes } from '../lib/probe/wrong-types.ts';
import { AS_CLIENTS_DO, VALID } from '../lib/probe/credentials.ts';
import { byTurns } from '../lib/probe/by-turns.ts';
import { type Draw } from '../lib/probe/draws.ts';
import { forAll, suite, type Service } from '../lib/probe/index.ts';
import { tellWhyRefused } from '../lib/probe/refused-category.ts';
import { nameOfDigits } from '../lib/probe/odd-names.ts';
import { spacedJson } from '../lib/probe/written-json.ts';

/**
 * Section 4.2: POST /pets. What must be refused is sent between two creations and under a status whose page has room,
 * so that it would be seen if it were stored after all. Nothing can be deleted: creations are few, and nearly all of
 * the status whose page is the fullest.
 */
export default suite('POST /pets', [
  {
    id: 'create/valid',
    title: 'a valid NewPet is created',
    clause: 'Section 4.2: 201 with the pet that was created.',
    shows: ['CREATE-1', 'CREATE-2', 'JSON-2', 'AUTH-3'],
    brings: ['creations'],
    needs: ['writes'],
    smoke: true,
    costs: 1,
    sends: async ({ service }) => {
      await service.createPet(await service.newPet({ status: service.fullestStatus() }));
    },
  },
  {
    id: 'create/missing-fields',
    title: 'a body without a required field is rejected',
    clause: 'Section 2: a NewPet has a name and a categoryId; section 7: 400 otherwise.',
    shows: ['CREATE-5', 'CREATE-8'],
    brings: ['errors'],
    needs: ['writes'],
    costs: 5,
    sends: refused(missingFields),
  },
  {
    id: 'create/wrong-types',
    title: 'a value of the wrong type is rejected',
    clause: 'Section 2: the types of name, categoryId and status; section 7: 400 for any other type.',
    shows: ['CREATE-6', 'CREATE-8'],
    brings: ['errors'],
    needs: ['writes'],
    costs: 13,
    sends: refused(wrongTypes),
  },
  {
    id: 'create/no-objects',
    title: 'a body that is not a JSON object is rejected',
    clause: 'Section 4.2: the body is a NewPet in JSON; section 7: 400 otherwise.',
    // All operations together have one limit.
    shows: ['CREATE-7', 'CREATE-8', 'RATE-5'],
    brings: ['errors'],
    needs: ['writes'],
    costs: 7,
    sends: refused(notAnObject),
  },
  {
    id: 'create/better-refused',
    title: 'a body that a strict JSON reader rejects is rejected',
    clause: 'Section 2: the three values of status; text after the JSON value is left open.',
    shows: ['CREATE-6', 'CREATE-7', 'CREATE-8'],
    brings: ['errors', 'open bodies'],
    needs: ['writes'],
    costs: 2,
    sends: refused(betterRefused),
  },
  {
    id: 'create/values-that-get-lost',
    title: 'values that are easily lost are returned unchanged',
    clause: 'Section 2: a name is any text, a category any int64; section 4.2: 201 with the pet as it was sent.',
    shows: ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-9', 'JSON-3'],
    brings: ['creations', 'open bodies'],
    needs: ['writes'],
    costs: 7,
    sends: forAll(
      async ({ service, seed }) =>
        valuesThatGetLost(
          { ...(await service.ingredients()), status: service.fullestStatus() },
          { ...ids(service), field: unknownField(seed), rarer: middle(service), seed },
        ),
      async ({ what, text }, { service, session }) => {
        const before = service.created().length;
        const exchange = await service.createPet({ raw: text });
        const id = service.created().at(before);
        if (id !== undefined) service.toReadBack.push(id);
        if (what === LARGE_CATEGORY) await tellWhyRefused(service, exchange);
        // Between two creations: whether they take places of a limit is not seen where nothing else takes one. Where many requests are left each
        // is read at once: one that is lost now and then is told from one that somebody deleted later.
        const isRead = service.toReadBack.length === 1 || session.limit.rest() >= MANY;
        if (id !== undefined && isRead) await service.getPet(id);
      },
    ),
  },
  {
    id: 'create/at-once',
    title: 'pets created concurrently, some with the name of an earlier one, have unique ids and are read back',
    clause: 'Section 4.2: the id is unique and made by the service; section 4.3: the pet is found by it.',
    shows: ['CREATE-4', 'CREATE-10', 'GET-1'],
    brings: ['creations'],
    needs: ['writes'],
    costs: 7,
    sends: async ({ service, seed }) => {
      const { otherCategoryId: categoryId, zeroCategoryId, name: fresh } = await service.ingredients();
      // Nothing says that a name is given once: two have that of a pet from before, which differ from it and each other by status.
      const name = service.firstName();
      const namesake = name === undefined ? {} : { name };
      const bodies = [
        // The first one and the last one are read: the first is of a status that no pet read before may have.
        await service.newPet({ status: service.roomiestStatus(), ...namesake }),
        { raw: spacedJson(await service.newPet({ categoryId })) },
        await service.newPet({ status: middle(service), ...namesake }),
        await service.newPet({
          name: nameOfDigits(fresh()),
          // By turns, because who refuses an id hides the name.
          ...byTurns<{ readonly id?: string }>(seed, {}, { id: `${ids(service).free}` }),
          ...(zeroCategoryId !== undefined && { categoryId: zeroCategoryId }),
        }),
      ];
      const before = service.created().length;
      // One as clients send it: what they say of a body, and how they spell it, is not always the same.
      await Promise.all(bodies.map((body, nth) => service.createPet(body, nth === 2 ? AS_CLIENTS_DO : VALID)));
      const atOnce = service.created().slice(before);
      // Of writers that undo each other's work the first one or the last one wins. With them one of the same category with a value
      // that gets lost: what a careless store would not give back.
      const [first, second = first] = service.toReadBack;
      const toFetch = new Set([atOnce.at(0), second, atOnce.at(-1)].filter((id) => id !== undefined));
      // At once as well: a service that keeps a request's pet where another one finds it mixes them up.
      await Promise.all([...toFetch].map((id) => service.getPet(id)));
    },
  },
]);

/** Sends bodies that are to be refused. */
function refused(bodies: (ingredients: Awaited<ReturnType<Service['ingredients']>>, seed: number) => Draw<OddBody>) {
  return forAll(
    async ({ service, seed }) => bodies(await service.ingredients(), seed),
    ({ text }, { service }) => service.createPet({ raw: text }),
  );
}

/** An id of this run's own, so that nobody else's pet is overwritten, and one far from where ids of today are. */
function ids(service: Service): { taken: bigint; free: bigint } {
  const [own = 0n] = service.created();
  const free = FAR_AWAY + (own % FAR_AWAY);
  return { taken: own === 0n ? free + 1n : own, free };
}

/** From as many requests on a run has some to spare. */
const MANY = 300;

const FAR_AWAY = 5_000_000_000_003n;

/** The status that is neither the one with the fewest pets nor the one with the most. */
function middle(service: Service): PetStatus {
  const ends = [service.fullestStatus(), service.roomiestStatus()];
  return PET_STATUSES.find((status) => !ends.includes(status)) ?? 'pending';
}
