import { filled } from '../text/columns.ts';

const FIRST = 24;
const OTHERS = 12;

/** A row of a table of figures: what it is about, and its cells, to the right. */
export function inColumns(first: string, cells: readonly string[]): string {
  return `  ${filled(first, FIRST)}${cells.map((cell) => cell.padStart(OTHERS)).join('')}`;
}
