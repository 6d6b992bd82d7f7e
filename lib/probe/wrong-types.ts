import { INT64, PET_STATUSES } from '../contract/pets.ts';
import { altered, named, type Fields, type Ingredients, type OddBody } from './bodies.ts';
import { turnOf } from './by-turns.ts';
import { listed, type Draw } from './draws.ts';

/**
 * Bodies with one value of the wrong type; each is one that some careless reader would take for a right one.
 * Rule CREATE-6.
 *
 * @param seed - of values of one kind, it decides on the one that is always tried
 */
export function wrongTypes(ingredients: Ingredients, seed = 0): Draw<OddBody> {
  const { categoryId, status } = ingredients;
  const one = (what: string, fields: Fields) => altered(ingredients, what, fields);
  // Whoever takes any text, or any letter case, is found by another one.
  const almost = turnOf(
    seed,
    // A service takes several with commas for one, where they are flags, and a pattern that has lost its anchors takes any text around one.
    one('two statuses', { status: twice(status) }),
    // Where `$` ends a pattern a line break may follow; whoever trims what he reads takes it, too.
    one('status with a line break after it', { status: `${status}\n` }),
    // Where values are found by their beginning.
    one('status without its end', { status: status.slice(0, -1) }),
    one('status "constructor"', { status: 'constructor' }),
    // Other letters than those of ASCII have these for their lower case, or are replaced by them.
    one('status in letters of full width', { status: fullWidth(status) }),
  );
  // What few readers take: an array for its one element, true for any text, an exponent for any number.
  const element = turnOf(
    seed,
    one('status an array', { status: [status] }),
    one('categoryId an array', { categoryId: [categoryId] }),
  );
  const large = altered(ingredients, 'categoryId far beyond int64', { categoryId: '#' }, '1e30');
  const rare = turnOf(seed, one('status true', { status: true }), large);
  const fraction = categoryId > 1_000_000n || categoryId < 0n ? '12.5' : `${categoryId}.5`;
  return listed(
    [
      one('categoryId a string of digits', { categoryId: `${categoryId}` }),
      one('status in another letter case', { status: status.toUpperCase() }),
      one('categoryId beyond int64', { categoryId: INT64.maximum + 1n }),
      one('status empty', { status: '' }),
      altered(ingredients, 'categoryId a fraction', { categoryId: '#' }, fraction),
      one('name a number', named(ingredients, 12)),
      // The fault of an enumeration met most is that it is too wide: with a word that a service of this kind may know.
      one('status none of the three', { status: 'adopted' }),
      one('categoryId true', { categoryId: true }),
      almost.turn,
      // Whoever prints the value in the message of the error fails on what cannot be printed.
      one('name an object', named(ingredients, { text: ingredients.name(), toString: null })),
      // Enumerations have numbers in many languages, and their readers take these as well.
      one('status a number', { status: 1 }),
      element.turn,
      rare.turn,
    ],
    [
      one('name true', named(ingredients, true)),
      one('name an array', named(ingredients, [ingredients.name()])),
      altered(ingredients, 'name a fraction', named(ingredients, '#'), '1.5'),
      ...almost.rest,
      ...element.rest,
      ...rare.rest,
      altered(ingredients, 'categoryId beyond a double', { categoryId: '#' }, '-1e400'),
      one('status twice in a word', { status: `${status}${status}` }),
      one('status with spaces around it', { status: ` ${status} ` }),
      // Readers of tagged values take the one key of an object for its kind.
      one('status an object', { status: { [status]: null } }),
      // Languages in which nothing but null and false count as false.
      one('status false', { status: false }),
      one('status 0', { status: 0 }),
      one('status with a capital first letter', { status: capital(status) }),
      one('status a digit', { status: '1' }),
      one('categoryId an object', { categoryId: { id: categoryId } }),
      one('categoryId an empty string', { categoryId: '' }),
      one('categoryId a word', { categoryId: 'dogs' }),
      one('categoryId digits with a space', { categoryId: ` ${categoryId}` }),
      one('categoryId false', { categoryId: false }),
      // Some languages convert it to 0, as they do an empty string.
      one('categoryId an empty array', { categoryId: [] }),
      one('categoryId below int64', { categoryId: INT64.minimum - 1n }),
      altered(ingredients, 'categoryId a small fraction', { categoryId: '#' }, '1e-3'),
      altered(ingredients, 'status a fraction', { status: '#' }, '0.5'),
      one('name false', named(ingredients, false)),
      one('name an empty array', named(ingredients, [])),
      one('status an empty array', { status: [] }),
    ],
  );
}

function fullWidth(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + FULL_WIDTH));
}

/** From a letter of ASCII to the same one in full width. Source: Unicode, block FF00. */
const FULL_WIDTH = 0xff00 - 0x20;

/** Two statuses in one text, the first of them a given one. */
function twice(status: string): string {
  return [status, ...PET_STATUSES.filter((one) => one !== status)].slice(0, 2).join(',');
}

function capital(status: string): string {
  const known = PET_STATUSES.find((one) => one === status) ?? 'sold';
  return known.charAt(0).toUpperCase() + known.slice(1);
}
