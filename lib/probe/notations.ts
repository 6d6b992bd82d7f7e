/**
 * A whole number as it stands in a query, in notations that no strict reader of integers takes, and some lenient one does: readers that trim
 * and take a sign, floating-point numbers, prefixes for a base, groups of digits, digits of other scripts, octal numbers, readers that stop at
 * the first other character, and those that keep 32 bits.
 *
 * @param value - of three digits at least
 */
export function notationsOf(value: number): readonly string[] {
  const digits = `${value}`;
  return [
    `%20%2B${digits}%0A`,
    `${digits.slice(0, -2)}.${digits.slice(-2)}e2`,
    `0x${value.toString(16)}`,
    `${digits}.5`,
    `${digits.slice(0, -2)}_${digits.slice(-2)}`,
    encodeURIComponent(inArabic(digits)),
    `0${digits}`,
    `${digits}abc`,
    `${2 ** 32 + value}`,
    `${digits}.0`,
    `${digits},1`,
    `${digits}%C2%A0`,
  ];
}

function inArabic(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
}

/**
 * What careless code stumbles over in a text wherever it stands, and none of it hides another: a comma, a line feed, a digit that is none, a letter
 * that lower case takes to ASCII, a character of two units, an escaped percent sign, quotes, a brace and a dollar. As it stands in a path or a query.
 */
export const STUMBLING_BLOCKS = ',%0A%C2%B2%C5%BF%F0%9F%90%88%25%22%27%7B$';
