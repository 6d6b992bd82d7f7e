/** `1 request`, `20 requests`. @param many - where it is not the one with an `s` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
