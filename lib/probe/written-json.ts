import { printExactJson } from '../evidence/exact-json.ts';

/**
 * Fields as an object in JSON with blanks of every kind wherever they may stand, as files and people have it: who looks for fields in
 * the text, or at its first character, trips over them. Source: RFC 8259, section 2.
 */
export function spacedJson(fields: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(fields).map(([name, value]) => `\t${JSON.stringify(name)} : ${printExactJson(value)}`);
  return `\r\n{\n${members.join(' ,\n')}\n}\n`;
}

/**
 * The same text, some characters of which are escapes, as many clients write them: one in ASCII, one of two bytes in UTF-8, and one that
 * takes two escapes; others of their kind stay as they are. Source: RFC 8259, section 7.
 */
export function escapedJson(text: string): string {
  return ESCAPES.reduce((written, [character, escape]) => written.replace(character, escape), text);
}

const ESCAPES = [
  ['a-b', String.raw`a\u002db`],
  ['</b>', String.raw`<\/b>`],
  ['ζ', String.raw`\u03b6`],
  ['🐈', String.raw`\ud83d\udc08`],
] as const;
