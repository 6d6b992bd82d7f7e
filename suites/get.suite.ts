import { INT64 } from '../lib/contract/pets.ts';
import { rankPets } from '../lib/probe/choose-pets.ts';
import { AS_PASSED_ON, VALID } from '../lib/probe/credentials.ts';
import { badIds, inOrder, unknownIds } from '../lib/probe/draws.ts';
import { forAll, suite } from '../lib/probe/index.ts';

/** Section 4.3: GET /pets/{petId}, deprecated. */
export default suite('GET /pets/{petId}', [
  {
    id: 'get/listed-pets',
    title: 'a listed pet is returned by its id',
    clause:
      'Section 4.3: the pet with the id is returned; section 9: until the operation is removed, and not afterwards.',
    shows: ['GET-1', 'GET-4', 'GET-5'],
    brings: ['pets'],
    smoke: true,
    costs: 4,
    sends: forAll(
      async ({ service }) => inOrder(rankPets(await service.knownPets(), service.created()), LOOKED_AT),
      ({ id }, { service }) => service.getPet(id),
    ),
  },
  {
    id: 'get/unknown-ids',
    title: 'an id that no response contained returns 404',
    clause: 'Section 4.3: 404 where there is no pet with the id.',
    shows: ['GET-2', 'ERR-3'],
    brings: ['errors'],
    smoke: true,
    costs: 3,
    sends: async (run) => {
      let [found, sent] = [0, 0];
      await forAll(
        async () =>
          unknownIds(
            (await run.service.knownPets()).map(({ id }) => id),
            run.seed,
          ),
        async (id) => {
          // One of them with what gateways and browsers add, which must not make a difference.
          const exchange = await run.service.getPet(id, ++sent === 2 ? AS_PASSED_ON : VALID);
          if (exchange.answer?.status === 200) found++;
        },
      )(run);
      // One may belong to a pet beyond the pages; where several were found, more of them tell.
      if (found > 1) for (const id of FARTHEST) await run.service.getPet(id);
    },
  },
  {
    id: 'get/malformed-ids',
    title: 'a petId that is not an int64 does not return 200',
    clause: 'Section 4.3: petId is an int64; 404 where there is no such pet.',
    shows: ['GET-3', 'ERR-3', 'ERR-7'],
    brings: ['errors'],
    costs: 4,
    sends: forAll(
      async ({ service, seed }) => badIds((await service.knownPets()).at(0)?.id, seed),
      (petId, { service }) => service.getPet(petId),
    ),
  },
]);

/** How many known pets are asked for in every run: one of each status, and both ends. */
const LOOKED_AT = 4;

/** Ids as far as can be from those of pets, on either side. */
const FARTHEST = [INT64.minimum + 7n, INT64.maximum - 7n];
