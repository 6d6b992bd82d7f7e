import { createHash } from 'node:crypto';

/** A number from 0 up to 1 that follows from a text, and falls evenly over many of them. */
export function drawnFraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE() / 2 ** 16;
}

/** A number of 32 bits without a sign that follows from a text, and falls evenly over many of them. */
export function drawnNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
