import type { ExactJson } from '../evidence/exact-json.ts';

/** The most characters of a text of the service that a sentence repeats. */
const MOST_REPEATED = 40;

/**
 * A JSON value in words for the middle of a sentence: `the string "12"`, `the number 1.5`, `an array`, `missing`.
 *
 * @param value - undefined for a member that is not there
 */
export function inWords(value: ExactJson | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `the string ${plainly(value)}`;
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
  return isNumber ? `the number ${plainly(value)}` : plainly(value);
}

/** The same without its type where that is plain to see: `"12"`, `1.5`, `an array`. */
export function plainly(value: ExactJson): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(shortened(value));
    case 'number':
      // A number beyond a double is read as infinite, which JSON does not know.
      return Number.isFinite(value) ? shortened(`${value}`) : 'a number of more than 300 digits';
    case 'bigint':
      return shortened(`${value}`);
    case 'boolean':
      return `${value}`;
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'an array' : 'an object';
  }
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_REPEATED));
  return characters.length > MOST_REPEATED || text.length > 2 * MOST_REPEATED
    ? `${characters.slice(0, MOST_REPEATED).join('')}…`
    : text;
}
