/** Two texts as JSON, shortened so that their first difference is visible. */
export function whereTheyDiffer(one: string, other: string): [string, string] {
  if (shortened(one) !== shortened(other)) return [shortened(one), shortened(other)];
  const [characters, others] = [Array.from(one), Array.from(other)];
  let first = 0;
  while (first < characters.length && characters[first] === others[first]) first++;
  const from = Math.max(0, first - CONTEXT);
  return [shortened(`…${characters.slice(from).join('')}`), shortened(`…${others.slice(from).join('')}`)];
}

/** How many characters before the first difference are shown. */
const CONTEXT = 20;

/** A text as JSON, of which no more than its beginning is shown. */
export function shortened(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
