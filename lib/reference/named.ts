/**
 * Finds an entry by its name.
 *
 * @param kind - what the entries are, for the message: `defect`
 * @returns undefined when no name is given
 */
function named<T>(kind: string, entries: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  if (name === undefined) return undefined;
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry !== undefined) return entry;
  const near = nearest(name, Object.keys(entries));
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  throw new RangeError(`there is no ${kind} ${JSON.stringify(name)}${hint}`);
}

/**
 * The entries of all names that are given, each once.
 *
 * Throws a RangeError that names near matches when there is no such entry.
 */
export function allNamed<T>(
  kind: string,
  entries: Readonly<Record<string, T>>,
  names: readonly (string | undefined)[],
): readonly T[] {
  return [...new Set(names)].flatMap((name) => named(kind, entries, name) ?? []);
}

/** As many suggestions as help. */
const MOST_SUGGESTIONS = 3;

/** Words apart by more edits than this share of the name's length are no misspelling. */
const MISSPELLING = 0.4;

function nearest(name: string, names: readonly string[]): string[] {
  return names
    .map((candidate) => ({ candidate, far: distance(name, candidate) / Math.max(name.length, candidate.length, 1) }))
    .filter(({ candidate, far }) => far <= MISSPELLING || (name.length > 2 && candidate.includes(name)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** How many letters must be put in, taken out or replaced to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of a.split('').entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
