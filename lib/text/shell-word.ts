import { isPrintable } from './printable.ts';

/** The placeholders of masked keys, and the settings that hold the keys. */
const KEY_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['{primary}', 'API_KEY'],
  ['{second}', 'SECOND_API_KEY'],
]);

/**
 * A text as one word of a POSIX shell, on one line and free of control characters: quoted, with a key as a variable.
 *
 * @param prefix - how the variables of the target begin, e.g. `PETVET_STAGING_`
 * @param text - may hold anything but NUL, which no argument can hold; line ends at its end get lost in the shell
 * @param encoding - `wire`: a header or a request target, where characters up to U+00FF are single bytes; `utf-8`: a body
 */
export function shellWord(text: string, encoding: 'wire' | 'utf-8', prefix: string): string {
  const pieces = text.split(/(\{primary\}|\{second\})/).filter((piece) => piece !== '');
  if (pieces.length === 0) return "''";
  return pieces
    .map((piece) => {
      const setting = KEY_SETTINGS.get(piece);
      return setting === undefined ? quoted(piece, encoding) : `"$${prefix}${setting}"`;
    })
    .join('');
}

/** A text as one word of a POSIX shell, as it is where nothing in it means anything to the shell; else quoted. */
export function argument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text, 'utf-8');
}

/** Bytes as the quoted format of a `printf` that writes exactly them. */
export function printfFormat(bytes: Uint8Array): string {
  const format = Array.from(bytes, (byte, index) => {
    if (byte === 0x25) return '%%';
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x27 && byte !== 0x5c && !(index === 0 && byte === 0x2d);
    return plain ? String.fromCodePoint(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${format.join('')}'`;
}

function quoted(text: string, encoding: 'wire' | 'utf-8'): string {
  const isPlain = encoding === 'wire' ? /^[\u0020-\u007e]*$/.test(text) : isPrintable(text);
  if (isPlain) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const isLatin1 = encoding === 'wire' && /^[\u0000-\u00ff]*$/.test(text); // oxlint-disable-line no-control-regex -- any byte
  return `"$(printf ${printfFormat(Buffer.from(text, isLatin1 ? 'latin1' : 'utf8'))})"`;
}
