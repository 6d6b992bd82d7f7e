/** `1 request`, `20 requests`. @param many - where it is not the one with an `s` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Exchange numbers as `#3, #4 and 7 more`; `of` is how many there are when not all are listed. */
export function numbered(ids: readonly number[], most = 5, of = ids.length): string {
  const listed = ids.slice(0, most).map((id) => `#${id}`);
  const more = Math.max(of, ids.length) - listed.length;
  return more === 0 ? listed.join(', ') : `${listed.join(', ')} and ${more} more`;
}
