import { dropPieces, replacePieces, type Layer } from './decoded-layer.ts';

/** Makes the layers that one coding hides in a layer. */
export type Undo = (layer: Layer) => (Layer | undefined)[];

const PERCENT = /%(?:u00)?([\da-f]{2})/gi;

const ESCAPE =
  /\\u00([\da-f]{2})|\\u\{0*([\da-f]{2})\}|\\x\{?([\da-f]{2})\}?|\\(?:o\{)?([0-3]?[0-7]{2})\}?|&#x0*([\da-f]{2});?|&#0*(\d{2,3});?|&([a-z]{2,10});|\\([^\dA-Za-z])|\\([nrt])/gi;

/** The names that HTML gives to printable ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  excl: '!',
  quot: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  equals: '=',
  gt: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  hat: '^',
  lowbar: '_',
  underbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  hyphen: '-',
  dash: '-',
};

function escaped([, u, brace, x, octal, entity, decimal, name, sign, blank]: RegExpExecArray): string | undefined {
  const hex = u ?? brace ?? x ?? entity;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return Number(decimal) < 256 ? String.fromCharCode(Number(decimal)) : undefined;
  if (name !== undefined) return NAMED[name.toLowerCase()];
  return sign ?? (blank === undefined ? undefined : ' ');
}

/** Percent-encoding. Source: RFC 3986, section 2.1. */
export const undoPercent: Undo = (layer) => [
  layer.text.includes('%')
    ? replacePieces(layer, 'percent-encoded', PERCENT, ([, hex = '']) => String.fromCharCode(Number.parseInt(hex, 16)))
    : undefined,
];

/** The escapes of JSON, JavaScript, C and HTML. */
export const undoEscapes: Undo = (layer) => [
  layer.text.includes('\\') || layer.text.includes('&')
    ? replacePieces(layer, 'character-escaped', ESCAPE, escaped)
    : undefined,
];

/** Quoted-printable. Source: RFC 2045, section 6.7. */
export const undoQuotedPrintable: Undo = (layer) => [
  /=[\dA-F]{2}|=\r?\n/i.test(layer.text)
    ? replacePieces(layer, 'quoted-printable', /=(?:([\da-f]{2})|\r?\n)/gi, ([, hex]) =>
        hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : undefined,
];

/** UTF-16 and UTF-32 of ASCII: what is between the NULs. */
export const undoUtf16: Undo = (layer) => [
  layer.text.includes('\0') ? dropPieces(layer, 'as-UTF-16', /\0+/g) : undefined,
];
