import { drawnNumber } from './drawn-number.ts';
import { byTurns } from './by-turns.ts';

/** The same name in letters of several scripts, with characters beyond the basic plane and some that are made of several. */
export function nameInScripts(name: string): string {
  return `${name} Üß & ζ猫🐈 한𠮷قط कि x̌ ﬁ “x’s” – 👩‍🌾❤️👋🏽`;
}

/**
 * The same name with what HTML, SQL, shells, templates, formats, tables of commas, Markdown, replacements of a pattern and URLs make much of: each % begins an escape, as a strict decoder
 * leaves others alone, and one of them a conversion of printf as well.
 */
export function nameWithPunctuation(name: string): string {
  return `${name}  Mr O'nEil &amp; <b>"Q"</b> \\n 100%25d %41+ {{7}} \${8} a-b@c.d, (#1)? $& *_|~^= [x]: y // z... :cat: !t -- $HOME \\u0041`;
}

/** A name of digits alone, which a store without types takes for a number. Another one for each name. */
export function nameOfDigits(name: string): string {
  return `${LEAST_OF_DIGITS + (drawnNumber(name) % LEAST_OF_DIGITS)}`;
}

/** Names of digits have nine, and so no 32 bits are too few for one. */
const LEAST_OF_DIGITS = 500_000_000;

/** A name that reads as a value of another type, or as another spelling of a number. @param seed - of these it takes one in turn */
export function nameLikeAValue(name: string, seed: number): string {
  const digits = nameOfDigits(name);
  return byTurns(seed, `${digits.slice(0, 5)}e2`, 'true', `00${digits}`, 'null', `${digits}.0`, 'yes');
}

/** The same name with a tab and a line feed in it, which a store of lines and a table of tabs take for their own. */
export function nameOnTwoLines(name: string): string {
  return `${name}\tof\ntwo lines`;
}

/** The same name, made longer than columns for names usually are, with signs that lists, paths, short names of emoji and escapes have. */
export function longName(name: string): string {
  return name.padEnd(LONG_NAME, String.raw` long [x]: y // z... :cat: !t \u0041`);
}

/** Longer than columns for names mostly are, and within what services take that have a limit for whole thousands. In characters. */
const LONG_NAME = 1_000;
