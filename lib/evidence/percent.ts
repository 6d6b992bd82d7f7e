/** A share of 1 in whole per cent: `91 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
