/** Two invented keys: one that nobody has, and one that a caller has. */
export const WRONG = 'wrong-0Zr8Qm2Lx5Tn';
export const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

/** The codes of the characters of a text. */
export const codes = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
/** Every character written in some way, with something between them. */
export const each = (text: string, spell: (code: number) => string, between = '') =>
  codes(text).map(spell).join(between);
/** A character code as two digits. */
export const hex = (code: number) => code.toString(16).padStart(2, '0');
/** A text in base64. */
export const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
