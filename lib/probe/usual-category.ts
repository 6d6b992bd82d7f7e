/**
 * The category under which animals are added: of those that were seen, the first one above 0. A service may know categories
 * of 0 and below from former days and refuse new animals of them, so they are taken only where there is no other.
 *
 * @returns undefined when none was seen
 */
export function usualCategory(seen: Iterable<bigint>): bigint | undefined {
  const all = [...seen];
  return all.find((category) => category > 0n) ?? all[0];
}
