import { HOSTILE_KEY, SECOND_HOSTILE_KEY } from '../end-to-end/hostile/raw-service.fixture.ts';

/** The keys that no output and no file may show. */
export const KEYS = [HOSTILE_KEY, SECOND_HOSTILE_KEY] as const;

/** A part of a key that is this long gives it away. */
const TELLING = 8;

const bytes = (text: string) => Buffer.from(text);
const codes = (text: string, radix: number, between: string, before = '') =>
  Array.from(text, (character) => `${before}${character.charCodeAt(0).toString(radix)}`).join(between);
const backwards = (text: string) => Array.from(text).toReversed().join('');
const spaced = (text: string, between: string) => Array.from(text).join(between);
const moved = (text: string, by: number, from: string) =>
  Array.from(text, (character) => {
    const at = from.indexOf(character);
    return at < 0 ? character : (from[(at + by) % from.length] ?? '');
  }).join('');
const [UPPER, LOWER] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'] as const;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ASCII85 = Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join('');
const RFC_1924 = `0123456789${UPPER}${LOWER}!#$%&()*+-;<=>?@^_\`{|}~`;
const Z85 = `0123456789${LOWER}${UPPER}.-:+=^!/*?&<>()[]{}@%$#`;

/** How a service may write a key, as docs/security.md lists it: each of these is masked. */
export const CODINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'upper case': (key) => key.toUpperCase(),
  'lower case': (key) => key.toLowerCase(),
  reversed: backwards,
  ROT13: (key) => moved(moved(key, 13, UPPER), 13, LOWER),
  'a part': (key) => key.slice(3, 15),
  'percent-encoding': (key) => codes(key, 16, '', '%'),
  'escapes of JSON': (key) => codes(key, 16, '', String.raw`\u00`),
  'escapes of C': (key) => codes(key, 16, '', String.raw`\x`),
  'character references': (key) => codes(key, 10, ';', '&#'),
  'quoted-printable': (key) => codes(key, 16, '', '=').toUpperCase(),
  'full width': (key) => Array.from(key, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join(''),
  'zero-width spaces': (key) => spaced(key, '\u200b'),
  'combining characters': (key) => spaced(key, '\u0301'),
  blanks: (key) => spaced(key, ' '),
  'lines of one character': (key) => spaced(key, '\n'),
  'a list of characters': (key) => JSON.stringify(Array.from(key)),
  'a decimal list': (key) => codes(key, 10, ', '),
  'a hex list': (key) => codes(key, 16, ' ', '0x'),
  'an octal list': (key) => codes(key, 8, ' '),
  'a binary list': (key) => codes(key, 2, ' '),
  hex: (key) => bytes(key).toString('hex'),
  base64: (key) => bytes(key).toString('base64'),
  base64url: (key) => bytes(key).toString('base64url'),
  'base64 within Basic': (key) => bytes(`:${key}`).toString('base64'),
  'base64 of the reversed': (key) => bytes(backwards(key)).toString('base64'),
  'base64 of UTF-16': (key) => Buffer.from(key, 'utf16le').toString('base64'),
  base32: (key) => inBits(key, 5, BASE32),
  base58: (key) => inBase(BigInt(`0x0${bytes(key).toString('hex')}`), BASE58),
  Ascii85: (key) => inFours(key, ASCII85),
  'base85 of RFC 1924': (key) => inFours(key, RFC_1924),
  Z85: (key) => inFours(key, Z85),
  uuencode: (key) =>
    inBits(key, 6, Array.from({ length: 64 }, (_, at) => String.fromCharCode(at === 0 ? 96 : 32 + at)).join('')),
};

function inBits(key: string, width: number, alphabet: string): string {
  const bits = Array.from(bytes(key), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return digits.map((digit) => alphabet[Number.parseInt(digit.padEnd(width, '0'), 2)]).join('');
}

function inBase(value: bigint, alphabet: string): string {
  const base = BigInt(alphabet.length);
  return value === 0n ? '' : inBase(value / base, alphabet) + (alphabet[Number(value % base)] ?? '');
}

function inFours(key: string, alphabet: string): string {
  const words = bytes(key).toString('hex').match(/.{8}/g) ?? [];
  return words.map((word) => inBase(BigInt(`0x${word}`), alphabet).padStart(5, alphabet[0])).join('');
}

/** Everything by which someone who reads a text could know a key: every coding of it, and what a part of eight characters is in any text. */
const FORMS = KEYS.flatMap((key) => [
  ...Object.values(CODINGS).map((write) => write(key)),
  ...[key, backwards(key)].flatMap((text) => text.match(new RegExp(`.{${TELLING}}`, 'g')) ?? []),
]);

/** The forms of a key that a text shows. */
export function keysIn(text: string): string[] {
  return FORMS.filter((form) => text.includes(form));
}
