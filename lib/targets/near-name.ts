/**
 * The known name that a mistyped one most likely means.
 *
 * @returns undefined when none is near: more than two letters differ, or more than one in a short name, unless it is one that was cut short;
 * underscores do not count
 */
export function nearName(typed: string, known: readonly string[]): string | undefined {
  const [longer, another] = known.filter((name) => bare(typed).length >= TELLING && bare(name).startsWith(bare(typed)));
  if (longer !== undefined && another === undefined) return longer;
  const measured = known
    .map((name) => ({ name, distance: distance(bare(typed), bare(name)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = measured;
  return best !== undefined && best.distance <= (bare(best.name).length < 6 ? 1 : 2) ? best.name : undefined;
}

/** How many letters of a name that is cut short tell which one it is. */
const TELLING = 6;

function bare(name: string): string {
  return name.replaceAll('_', '');
}

/** How many letters must be added, taken away or replaced (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
