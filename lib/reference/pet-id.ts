import { isInt64 } from '../contract/pets.ts';

/** More digits than any int64 has: no such text is turned into a number. */
const MOST_CHARACTERS = 20;

/** The id that a path segment names: plain decimal digits within int64. undefined for any other text. Source: section 4.3. */
export function readPetId(segment: string): bigint | undefined {
  if (segment.length > MOST_CHARACTERS || !/^-?(0|[1-9]\d*)$/.test(segment)) return undefined;
  const id = BigInt(segment);
  return isInt64(id) ? id : undefined;
}
