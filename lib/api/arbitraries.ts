// The interface of the package: `petvet/arbitraries`, requests of the interface for properties of fast-check.
import fc from 'fast-check';
import { INT64, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { badIds, badLimits, badStatuses, limits as limitDraw } from '../probe/draws.ts';

/** A documented `limit`. */
export const limits: fc.Arbitrary<number> = limitDraw.any;

/** One of the three statuses. */
export const statuses: fc.Arbitrary<PetStatus> = fc.constantFrom(...PET_STATUSES);

/** Any id or category: the whole of int64. */
export const ids: fc.Arbitrary<bigint> = fc.bigInt({ min: INT64.minimum, max: INT64.maximum });

/** The query of a documented listPets, with neither, either or both parameters. */
export const listQueries: fc.Arbitrary<string> = fc
  .tuple(fc.option(limits), fc.option(statuses))
  .map(([limit, status]) =>
    [...(limit === null ? [] : [`limit=${limit}`]), ...(status === null ? [] : [`status=${status}`])].join('&'),
  );

/** A query of listPets whose `limit` or `status` is none that is documented. */
export const oddListQueries: fc.Arbitrary<string> = fc.oneof(badLimits().any, badStatuses.any);

/** A path segment that is no int64. */
export const oddIds: fc.Arbitrary<string> = badIds(undefined).any;

/** The JSON text of a valid NewPet. @param categoryId - one that the service knows */
export function newPets(categoryId: bigint | number): fc.Arbitrary<string> {
  const fields = { name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), status: fc.option(statuses) };
  // A category beyond 2^53 is no number of JavaScript: it goes in as text.
  return fc
    .record(fields, { noNullPrototype: true })
    .map(({ name, status }) =>
      [
        `{"name":${JSON.stringify(name)},"categoryId":${categoryId}`,
        status === null ? '}' : `,"status":"${status}"}`,
      ].join(''),
    );
}
