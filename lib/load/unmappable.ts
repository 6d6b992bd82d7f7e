/** What no objective of a load stands for; the message is a clause. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}

/** A share in per cent, without the noise of binary fractions. */
export function percentOf(share: number): number {
  return Number((100 * share).toFixed(6));
}

/** A text of the file in a sentence. */
export function said(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
