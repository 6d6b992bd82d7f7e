/** `1 item`, `20 items`. */
export function itemCount(count: number | undefined): string {
  return count === 1 ? '1 item' : `${count} items`;
}
