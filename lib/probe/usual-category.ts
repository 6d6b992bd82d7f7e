/**
 * The category under which pets are added: of those that were seen, the first one above 0. A service may know categories
 * of 0 and below from former days and refuse new pets of them, so they are taken only where there is no other.
 *
 * @returns undefined when none was seen
 */
export function usualCategory(seen: Iterable<bigint>): bigint | undefined {
  const all = [...seen];
  return all.find((category) => category > 0n) ?? all[0];
}

/** Up to here a double holds every integer: what is lost beyond is told by pets made for that. */
const EXACT = 2n ** 53n;

/**
 * Another category for some of the pets that are added: a service that files all of them under one category would go
 * unnoticed where that is the usual one.
 *
 * @returns undefined when no other one above 0 was seen
 */
export function otherCategory(seen: Iterable<bigint>, usual: bigint): bigint | undefined {
  return [...seen].find((category) => category > 0n && category <= EXACT && category !== usual);
}
