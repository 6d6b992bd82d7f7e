/** A table of plain text, whose cells are still to be made harmless. */
export interface PlainTable {
  readonly id: string;
  readonly title: string;
  /** A sentence above it. */
  readonly lead?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
