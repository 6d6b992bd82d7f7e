import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { findRepeatedKey } from './key-codings.ts';
import { isJson as isJsonText } from './json-strings.ts';
import { createMask } from './masking.ts';
import { readsLikeWords } from './split-key.ts';
import { base64, codes, each, hex, KEY, WRONG } from './written-keys.fixture.ts';

const reversed = (text: string) => Array.from(text).toReversed().join('');
const groups = (text: string, size: number, between: string) =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(between);
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const swapCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
const rot13 = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() <= 'm' ? 13 : -13)),
  );

function base32(text: string, alphabet: string): string {
  const bits = each(text, (code) => code.toString(2).padStart(8, '0'));
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** A key of thousands of characters. */
const keyOf = (seed: number) =>
  Array.from({ length: 400 }, (_, at) => createHash('sha256').update(`${seed} ${at}`).digest('base64url')).join('');

/** Ways to write a key, each of which anyone undoes. */
const CODINGS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'upper case': (key) => key.toUpperCase(),
  'lower case': (key) => key.toLowerCase(),
  'swapped case': swapCase,
  reversed,
  doubled: (key) => key + key,
  rot13: rot13,
  hex: (key) => each(key, hex),
  'hex, upper case': (key) => each(key, hex).toUpperCase(),
  'hex with colons': (key) => each(key, hex, ':'),
  'hex with blanks': (key) => each(key, hex, ' '),
  'hex with dashes': (key) => each(key, hex, '-'),
  'hex with 0x': (key) => each(key, (code) => `0x${hex(code)}`, ', '),
  'hex behind one 0x': (key) => `0x${each(key, hex)}`,
  'hex within longer hex': (key) => `a0f${each(key, hex)}c`,
  'hex of hex': (key) => each(each(key, hex), hex),
  'hex of reversed': (key) => each(reversed(key), hex),
  'every character percent-encoded': (key) => each(key, (code) => `%${hex(code)}`),
  'percent-encoded twice': (key) => each(key, (code) => `%25${hex(code)}`),
  'percent-encoded three times': (key) => each(key, (code) => `%2525${hex(code)}`),
  'one character percent-encoded': (key) => `${key.slice(0, 4)}%${hex(key.charCodeAt(4))}${key.slice(5)}`,
  '%uXXXX': (key) => each(key, (code) => `%u00${hex(code)}`),
  [String.raw`\uXXXX`]: (key) => each(key, (code) => String.raw`\u00${hex(code)}`),
  [String.raw`\\uXXXX`]: (key) => each(key, (code) => String.raw`\\u00${hex(code)}`),
  [String.raw`\u{XX}`]: (key) => each(key, (code) => String.raw`\u{${hex(code)}}`),
  [String.raw`\xNN`]: (key) => each(key, (code) => String.raw`\x${hex(code)}`),
  [String.raw`\NNN`]: (key) => each(key, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  '&#NN;': (key) => each(key, (code) => `&#${code};`),
  '&#xNN;': (key) => each(key, (code) => `&#x${hex(code)};`),
  '&amp;#NN;': (key) => each(key, (code) => `&amp;#${code};`),
  'quoted-printable': (key) =>
    groups(
      each(key, (code) => `=${hex(code).toUpperCase()}`),
      72,
      '=\r\n',
    ),
  base64: base64,
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 without padding': (key) => base64(key).replace(/=+$/, ''),
  'base64 of base64': (key) => base64(base64(key)),
  'base64 of hex': (key) => base64(each(key, hex)),
  'base64 of reversed': (key) => base64(reversed(key)),
  'base64 of upper case': (key) => base64(key.toUpperCase()),
  'base64 of swapped case': (key) => base64(swapCase(key)),
  'base64 of doubled': (key) => base64(key + key),
  'base64 of UTF-16LE': (key) => base64(Buffer.from(key, 'utf16le')),
  'base64 of UTF-16BE': (key) => base64(utf16be(key)),
  'base64 of user and key': (key) => base64(`user:${key}`),
  'base64 behind one character': (key) => base64(`x${key}`),
  'base64 behind two characters': (key) => base64(`xy${key}`),
  'base64 behind three characters, more after': (key) => base64(`xyz${key}!`),
  'base64 of JSON': (key) => base64(JSON.stringify({ sub: 'caller', key })),
  'base64, percent-encoded': (key) => encodeURIComponent(base64(`${key}:`)),
  'base64 in lines': (key) => groups(base64(`user:${key}`), 20, '\r\n'),
  'base64 of gzip': (key) => base64(gzipSync(`user ${key}`)),
  'base64 of deflate': (key) => base64(deflateSync(`user ${key}`)),
  'hex of gzip': (key) => gzipSync(`user ${key}`).toString('hex'),
  base32: (key) => base32(key, BASE32),
  'base32 with padding': (key) => `${base32(key, BASE32)}======`,
  'base32 in lower case': (key) => base32(key, BASE32).toLowerCase(),
  base32hex: (key) => base32(key, BASE32_HEX),
  'base32 with a prefix': (key) => base32(`user:${key}`, BASE32),
  'split by blanks': (key) => groups(key, 1, ' '),
  'split by dashes': (key) => groups(key, 1, '-'),
  'split by commas': (key) => groups(key, 2, ','),
  'split by newlines': (key) => groups(key, 4, '\n'),
  'split by commas and blanks': (key) => groups(key, 1, ', '),
  'split in quotes': (key) => groups(key, 1, '","'),
  'character codes': (key) => codes(key).join(' '),
  'character codes, with commas': (key) => codes(key).join(','),
  'octal codes': (key) => each(key, (code) => code.toString(8), ' '),
  'binary codes': (key) => each(key, (code) => code.toString(2).padStart(8, '0'), ' '),
  'U+ codes': (key) => each(key, (code) => `U+00${hex(code)}`, ' '),
  'zero-width characters between': (key) => Array.from(key).join('\u200B'),
  'soft hyphens between': (key) => groups(key, 3, '\u00AD'),
  'combining characters': (key) => Array.from(key, (character) => `${character}\u0301`).join(''),
  'full width': (key) => each(key, (code) => String.fromCharCode(code + 0xfee0)),
  'full width in JSON escapes': (key) => each(key, (code) => String.raw`\u${(code + 0xfee0).toString(16)}`),
  'full width, percent-encoded': (key) => encodeURIComponent(each(key, (code) => String.fromCharCode(code + 0xfee0))),
  'bold of mathematics': (key) =>
    key.replaceAll(/[A-Z]/gi, (letter) =>
      String.fromCodePoint(letter.charCodeAt(0) + (letter < 'a' ? 0x1d3bf : 0x1d3b9)),
    ),
  'a character a line': (key) => Array.from(key).join('\n'),
  'a list': (key) => Array.from(key, (character) => `<li>${character}</li>`).join(''),
  'a numbered list': (key) => Array.from(key, (character, at) => `${at + 1}. ${character}`).join('\n'),
  'tags between': (key) => groups(key, 4, '<wbr>'),
};

/** Where a service may repeat something, and how much of it is left when the mask has passed. */
const PLACES: Readonly<Record<string, (text: string) => { readonly text: string; readonly isJson?: boolean }>> = {
  'a header': (text) => ({ text: text.replaceAll(/=?\r\n/g, '').replaceAll('\n', ' ') }),
  'a header among words': (text) => ({
    text: `caller=${text.replaceAll(/=?\r\n/g, '').replaceAll('\n', ' ')}; Path=/`,
  }),
  'an address': (text) => ({
    text: `https://pets.example/v1/pets?key=${text.replaceAll(/\s/g, encodeURIComponent)}&limit=3`,
  }),
  'a JSON string': (text) => ({ text: JSON.stringify({ message: `key ${text} refused`, n: 12 }), isJson: true }),
  'the name of a member': (text) => ({ text: JSON.stringify({ [`key-${text}`]: 1 }), isJson: true }),
  'JSON within JSON': (text) => ({ text: JSON.stringify([JSON.stringify({ text })]), isJson: true }),
  'broken JSON': (text) => ({ text: `{"message":"${text}","n":` }),
  'a page': (text) => ({ text: `<p title="x">Key <b>${text}</b></p>` }),
};

describe('a key that a service repeats', () => {
  const realistic = fc
    .oneof(
      fc.stringMatching(/^[0-9a-f]{32}$/),
      fc.stringMatching(/^[A-Za-z0-9_-]{20,43}$/),
      fc.uuid(),
      fc.stringMatching(/^sk_live_[A-Za-z0-9]{24}$/),
      fc.stringMatching(/^[A-Za-z0-9+/]{22,42}={0,2}$/),
      fc.stringMatching(/^[A-Za-z0-9.~_-]{12,40}$/),
    )
    .filter(
      (key) =>
        !readsLikeWords(key) &&
        new Set(key).size >= 8 &&
        /[a-z]/i.test(key) &&
        key.replaceAll(/\W|_/g, '').length >= 12,
    );

  it.each(Object.entries(CODINGS))('%s is found wherever it stands, and nothing around it', (_coding, encode) => {
    fc.assert(
      fc.property(realistic, fc.constantFrom(...Object.entries(PLACES)), (primary, [, put]) => {
        const mask = createMask({ primary, wrong: WRONG });
        const { text, isJson } = put(encode(primary));
        const inBody = Buffer.from(mask.maskBytes(Buffer.from(text))).toString();
        expect(findRepeatedKey(inBody)).toBeDefined();
        expect(findRepeatedKey(mask.mask(text))).toBeDefined();
        // What is left says nothing any more, read again with the same care.
        expect(mask.mask(inBody)).toBe(inBody);
        expect(isJsonText(inBody)).toBe(isJson ?? isJsonText(inBody));
        expect(inBody.replaceAll(/\{primary[^}]*\}/g, '').length).toBeLessThan(text.length - primary.length / 2);
      }),
      { numRuns: times(25, 2) },
    );
  });

  it.each([
    ['percent-encoded', each(KEY, (code) => `%${hex(code)}`)],
    ['hex-encoded', each(KEY, hex, ':')],
    ['base64-encoded', base64(`ab${KEY}`)],
    ['base64-encoded, reversed', base64(reversed(KEY))],
    ['base64-encoded, as UTF-16', base64(utf16be(KEY))],
    ['base64-encoded, compressed', base64(gzipSync(KEY))],
    ['base32-encoded', base32(KEY, BASE32)],
    ['character-escaped', each(KEY, (code) => `&#${code};`)],
    ['quoted-printable', each(KEY, (code) => `=${hex(code).toUpperCase()}`)],
    ['as character codes', codes(KEY).join(', ')],
    ['case-changed', swapCase(KEY)],
    ['reversed', reversed(KEY)],
    ['rot13-encoded', rot13(KEY)],
    ['split-up', groups(KEY, 4, ' ')],
    ['in-look-alikes', Array.from(KEY).join('\u200B')],
    ['base58-encoded', '8mYr5mb8ymjV1cWMvzzP6EyYcyYwLaKdeaWj7ro7mL7U'],
    ['base85-encoded', 'F),-!Bm+&p1hB$13Cn-`H"pDK@<-+)<&&]0E&V<;'],
    ['base85-encoded', 'b8BC0X?A5_G-X3GIY@C#d1_ZgVRCA8R55yFa5rRQ'],
    ['base85-encoded', 'B8bc0x)a5{g?x3giy[c-D1{zGvrca8r55YfA5Rrq'],
    // The same within a longer text: user:KEY
    ['base85-encoded', "F`V,73cf(DCh'(?Sl=]1HA!G9R1AS6t(+NFAsu@A8jJ<@j("],
    ['uuencoded', String.raw`@<VM?;&EV95\T94,S.4AQ3'EJ5T1A<FIT5#%Z9' W9&,`],
    ['uuencoded', "E=7-E<CIS:U]L:79E7S1E0S,Y2'%,>6I71&%R:G14,7ID<#=D8P  "],
    ['', KEY],
  ])('is named by its form: %s', (form, text) => {
    const mask = createMask({ primary: KEY, wrong: WRONG });
    expect(findRepeatedKey(mask.mask(`the key ${text}.`))).toEqual({ form });
  });

  it('is not torn apart by what could be read as a coding', () => {
    const primary = '30000000-0000-1000-8000-00000000402a';
    const mask = createMask({ primary, wrong: WRONG });
    expect(mask.mask(`/pets?key=${primary}&limit=3`)).toBe('/pets?key={primary}&limit=3');
  });

  it('is found however long it is, and however many there are', () => {
    const [primary, second] = [keyOf(1), keyOf(2)];
    const extra = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`other-${at}`, keyOf(at + 3).slice(0, 43)]),
    );
    const mask = createMask({ primary, second, wrong: WRONG, extra });
    const masked = mask.mask(`keys ${primary} ${base64(second)} ${extra['other-299']}`);
    expect(masked).toBe('keys {primary} {second:base64-encoded} {other-299}');
    const digits = '123456789'.repeat(400);
    expect(createMask({ primary: digits, wrong: WRONG }).mask(`key ${digits}`)).toBe('key {primary}');
  });

  it('of words is found when it is split into letters, and left alone as words', () => {
    const mask = createMask({ primary: 'petstore-key-one', wrong: WRONG });
    expect(mask.mask(groups('petstore-key-one', 1, ' '))).toBe('{primary:split-up}');
    expect(mask.mask('Petstore Key One')).toBe('Petstore Key One');
  });

  it('masks a list of numbers as one string, so that JSON stays JSON', () => {
    const mask = createMask({ primary: KEY, wrong: WRONG });
    const body = `{"id":9007199254740993,"codes":[${codes(KEY).join(', ')}],"letters":${JSON.stringify(Array.from(KEY))}}`;
    expect(mask.mask(body)).toBe(
      '{"id":9007199254740993,"codes":["{primary:as-character-codes}"],"letters":["{primary:split-up}"]}',
    );
  });

  it.each([
    ['hex', (text: string) => each(text, hex)],
    ['base64', base64],
    ['percent-encoding', (text: string) => each(text, (code) => `%${hex(code)}`)],
  ])('hides a part of a key in %s as a part', (_how, encode) => {
    const mask = createMask({ primary: KEY, wrong: WRONG });
    const masked = mask.mask(`the key begins with ${encode(KEY.slice(0, 18))}`);
    expect(masked).toMatch(/^the key begins with \{primary:part\}.{0,2}$/);
    expect(findRepeatedKey(masked)).toBeUndefined();
  });

  it('stays JSON where it is the names and members of an object', () => {
    const mask = createMask({ primary: KEY, wrong: WRONG });
    const body = JSON.stringify({
      status: 401,
      key: Object.assign({}, Array.from(KEY)),
      bytes: Object.assign({}, codes(KEY)),
      message: 'no',
    });
    const masked: unknown = JSON.parse(mask.mask(body));
    expect(masked).toMatchObject({ status: 401, message: 'no' });
    expect(findRepeatedKey(JSON.stringify(masked))).toBeDefined();
    expect(JSON.stringify(masked)).not.toContain('"5":"i"');
    expect(JSON.stringify(masked)).not.toContain(`"5":${KEY.charCodeAt(5)}`);
  });

  it.each(['{primary:extended}', '{primary:replaced}', '{primary:truncated}', '{wrong}'])(
    'is not what petvet sent as %s, in whatever coding that is repeated',
    (placeholder) => {
      const mask = createMask({ primary: KEY, wrong: WRONG });
      for (const encode of [base64, reversed, swapCase, (text: string) => each(text, hex)]) {
        const masked = mask.mask(`no such key: ${encode(mask.fill(placeholder))}`);
        expect(masked).toContain(placeholder);
        expect(findRepeatedKey(masked)).toBeUndefined();
      }
    },
  );

  it.each([
    ['hex', each('test', hex)],
    ['percent-encoding', each('test', (code) => `%${hex(code)}`)],
    ['character references', each('test', (code) => `&#${code};`)],
    ['base64 of a pair', base64('someone:test')],
  ])('of four characters is found when it is all that stands in %s', (_how, text) => {
    const mask = createMask({ primary: 'test', wrong: WRONG });
    expect(findRepeatedKey(mask.mask(`caller <${text}>`))).toBeDefined();
  });
});
