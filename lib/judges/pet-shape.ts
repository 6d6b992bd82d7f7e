import type { ExactJson } from '../evidence/exact-json.ts';
import { isExactArray, isExactObject } from '../evidence/exact-json.ts';

/** The required members of a Pet. Source: specification, section 2. */
const REQUIRED = ['id', 'name', 'categoryId'] as const;

/** Whether a body has the members of a Pet, whatever their types. */
export function isPetLike(value: ExactJson): boolean {
  return isExactObject(value) && REQUIRED.every((member) => Object.hasOwn(value, member));
}

/** Whether a body has some member of a Pet, so that it may be one in another shape. */
export function hasSomeOfPet(value: ExactJson): boolean {
  if (isExactArray(value)) return value.some(hasSomeOfPet);
  return isExactObject(value) && REQUIRED.some((member) => Object.hasOwn(value, member));
}

/** Whether a body is a Pet or a list of them. */
export function showsPets(value: ExactJson): boolean {
  return isExactArray(value) ? value.length > 0 && value.every(showsPets) : isPetLike(value);
}
