import type { KeyCoding } from './key-codings.ts';
import { LONG_ENOUGH } from './secret.ts';

/** A secret as it may be written. */
export interface Spelling {
  readonly text: string;
  /** How it is encoded, the outermost coding first; empty for the secret as it is. */
  readonly codings: readonly KeyCoding[];
  /** How many characters before and after it hold bits of the secret, too, besides padding; undefined where there is no padding. */
  readonly beside?: { readonly before: number; readonly after: number } | undefined;
  /** How many characters stand for eight of the secret: so many of them in a row are a part of it. */
  readonly leastPart?: number;
}

/** The arithmetic of base58 grows with the square of the length. In bytes. */
const LONGEST_BASE58 = 256;

/** A text reversed. */
function backwards(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** The ways to write a secret that leave its characters what they are, but for their case, their order or their bytes. */
export function plainSpellings(value: string): Spelling[] {
  const spellings: Spelling[] = [{ text: value, codings: [], leastPart: LONG_ENOUGH }];
  // UTF-8 that is read as latin1, as happens to bytes that are not UTF-8 as a whole.
  const misread = Buffer.from(value).toString('latin1');
  if (misread !== value) spellings.push({ text: misread, codings: [] });
  spellings.push({ text: backwards(value), codings: ['reversed'], leastPart: LONG_ENOUGH });
  if (/[a-z]/i.test(value)) spellings.push({ text: rot13(value), codings: ['rot13-encoded'] });
  return spellings;
}

/**
 * The other ways to write a secret, alone or within a longer text that is encoded as a whole. Letter case does not matter where they are sought.
 *
 * @param isNested - whether two codings, one within the other, count, too
 */
export function codedSpellings(value: string, isNested: boolean): Spelling[] {
  const wellFormed = value.toWellFormed();
  const plain = Buffer.from(wellFormed);
  const reversed = Buffer.from(backwards(wellFormed));
  const within: readonly (readonly [KeyCoding, Buffer])[] = [
    ['reversed', reversed],
    ['case-changed', Buffer.from(wellFormed.toUpperCase())],
    ['case-changed', Buffer.from(wellFormed.toLowerCase())],
    ['case-changed', Buffer.from(withCaseSwapped(wellFormed))],
    ['hex-encoded', Buffer.from(plain.toString('hex'))],
    ['hex-encoded', Buffer.from(plain.toString('hex').toUpperCase())],
    ...base64(plain).map(({ text }) => ['base64-encoded', Buffer.from(text)] as const),
    ['percent-encoded', Buffer.from(encodeURIComponent(wellFormed))],
    ['character-escaped', Buffer.from(JSON.stringify(wellFormed).slice(1, -1))],
    ['as-UTF-16', Buffer.from(value, 'utf16le')],
    ['as-UTF-16', Buffer.from(value, 'utf16le').swap16()],
  ];
  const usual = (bytes: Buffer) => [
    ...named('hex-encoded', [{ text: bytes.toString('hex'), leastPart: 16 }]),
    ...base64(bytes),
  ];
  return [
    ...usual(plain),
    ...lessUsual(plain),
    ...within
      .filter(([, bytes]) => isNested && !bytes.equals(plain))
      .flatMap(([coding, bytes]) =>
        usual(bytes).map(({ text, beside, codings }) => ({ text, beside, codings: [...codings, coding] })),
      ),
  ];
}

function lessUsual(bytes: Buffer): Spelling[] {
  const codes = [...bytes];
  const listed = (coding: KeyCoding, spell: (code: number, at: number) => string) =>
    named(coding, [{ text: codes.map(spell).join('') }]);
  return [
    ...[BASE32, BASE32_HEX].flatMap((alphabet) =>
      named(
        'base32-encoded',
        aligned(bytes, 5, 8, (shifted) => radix32(shifted, alphabet)),
      ),
    ),
    ...[ASCII85, BASE85, Z85].flatMap((alphabet) =>
      named(
        'base85-encoded',
        aligned(bytes, 4, 5, (shifted) => radix85(shifted, alphabet)),
      ),
    ),
    ...named('uuencoded', uuencoded(bytes)),
    ...named('base58-encoded', bytes.length > LONGEST_BASE58 ? [] : [{ text: radix58(bytes) }]),
    ...listed('hex-encoded', (code) => `0x${hex(code)}`),
    ...listed('hex-encoded', (code) => `x${hex(code)}`),
    ...listed('as-character-codes', (code) => `u00${hex(code)}`),
    ...listed('as-character-codes', (code) => `${code}`),
    ...listed('as-character-codes', (code, at) => `${at}${code}`),
    ...listed('as-character-codes', (code) => code.toString(8)),
    ...listed('as-character-codes', (code) => code.toString(8).padStart(3, '0')),
    ...listed('as-character-codes', (code) => `0o${code.toString(8)}`),
    ...listed('as-character-codes', (code) => code.toString(2)),
    ...listed('as-character-codes', (code) => code.toString(2).padStart(8, '0')),
    ...listed('as-character-codes', (code) => `0b${code.toString(2)}`),
    ...[0, 1].flatMap((first) => listed('split-up', (code, at) => `${first + at}${String.fromCharCode(code)}`)),
  ];
}

function hex(code: number): string {
  return code.toString(16).padStart(2, '0');
}

function named(coding: KeyCoding, spellings: readonly Omit<Spelling, 'codings'>[]): Spelling[] {
  return spellings.map((spelling) => ({ ...spelling, codings: [coding] }));
}

function base64(bytes: Buffer): Spelling[] {
  const spellings = aligned(bytes, 3, 4, (shifted) => shifted.toString('base64'));
  return named(
    'base64-encoded',
    spellings.map((spelling) => ({ ...spelling, leastPart: 11 })),
  );
}

/**
 * What stays the same of encoded bytes wherever they stand in a longer text: groups of bytes become groups of characters, so there are as
 * many alignments as a group has bytes. Where each character stands for some bits, only the first and the last one can differ.
 */
function aligned(
  bytes: Buffer,
  group: number,
  characters: number,
  encode: (bytes: Buffer) => string,
): Omit<Spelling, 'codings'>[] {
  // Where a character stands for some bits, one may have bits of two bytes; else a group is one number.
  const unit = Number.isInteger((8 * group) / characters) ? 1 : characters;
  const rate = characters / group / unit;
  return Array.from({ length: group }, (_, offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const [from, to] = [unit * Math.ceil(offset * rate), unit * Math.floor(shifted.length * rate)];
    const before = Number.isInteger(offset * rate) ? 0 : unit;
    const after = Number.isInteger(shifted.length * rate) ? 0 : unit;
    return { text: encode(shifted).slice(from, to), beside: { before, after } };
  });
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Base32 without padding. Source: RFC 4648, sections 6 and 7. */
function radix32(bytes: Buffer, alphabet: string): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((held >> (bits - 5)) & 31);
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (5 - bits)) & 31);
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 in the order of Bitcoin's alphabet. */
function radix58(bytes: Buffer): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length || carry > 0; at += 1) {
      carry += (digits[at] ?? 0) * 256;
      digits[at] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  return digits
    .toReversed()
    .map((digit) => BASE58.charAt(digit))
    .join('');
}

const ASCII85 = Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join('');
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

/** Ascii85, base85 (RFC 1924's alphabet, as in Git and Python) and Z85 (ZeroMQ). */
function radix85(bytes: Buffer, alphabet: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let value = 0;
    for (let next = at; next < at + 4; next += 1) value = value * 256 + (bytes[next] ?? 0);
    let five = '';
    for (let digit = 0; digit < 5; digit += 1) {
      five = alphabet.charAt(value % 85) + five;
      value = Math.floor(value / 85);
    }
    text += five.slice(0, bytes.length - at + 1);
  }
  return text;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Within a line of uuencode, and in lines of 45 bytes, each with its length before it. */
function uuencoded(bytes: Buffer): Omit<Spelling, 'codings'>[] {
  const lines = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) => bytes.subarray(45 * at, 45 * at + 45));
  const whole = lines.map((line) => String.fromCharCode(32 + line.length) + inUu(line)).join('\n');
  return [...aligned(bytes, 3, 4, inUu), { text: whole }];
}

/** The characters of base64 with others in their places. */
function inUu(bytes: Buffer): string {
  const characters = Array.from(bytes.toString('base64').replaceAll('=', 'A'));
  return characters.map((character) => String.fromCharCode(32 + BASE64.indexOf(character))).join('');
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code & 0x1f) <= 13 ? 13 : -13));
  });
}

/** A text with its letters in the other case. */
export function withCaseSwapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ 0x20));
}
