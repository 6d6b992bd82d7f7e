/**
 * What must not reach a terminal as it is: control characters (with them every escape sequence), format characters
 * (with them bidi overrides and what is invisible), line and paragraph separators, halves of surrogate pairs.
 */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** As many characters of a sentence as a report shows. */
const MOST_OF_A_SENTENCE = 600;

/**
 * Makes a text of the service harmless on one line of a terminal: what is harmful stands as `\u{1b}`.
 *
 * @param most - characters (UTF-16 units) that are shown; what is cut off is counted behind an ellipsis
 */
export function printable(text: string, most = MOST_OF_A_SENTENCE): string {
  if (text.length <= most) return text.replace(HARMFUL, escaped);
  const cut = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(HARMFUL, escaped)}… (${text.length} characters)`;
}

/** Whether a text can stand in a terminal as it is. */
export function isPrintable(text: string): boolean {
  return text.search(HARMFUL) < 0;
}

/**
 * The beginning of a body as harmless lines: bytes that are no UTF-8 become U+FFFD, line ends are kept.
 *
 * @param most - characters that are shown; the last line says how many bytes there are when some are cut off
 * @param of - how many bytes the whole body has, where these are its end
 */
export function printableLines(bytes: Uint8Array, most: number, of = bytes.length): string[] {
  const longestOfOneCharacter = 4;
  const head = bytes.subarray(0, most * longestOfOneCharacter);
  const isWhole = head.length === bytes.length;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: !isWhole });
  const shown = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
  const lines = shown.split(/\r?\n/).map((line) =>
    printable(
      line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length)),
      most,
    ),
  );
  return isWhole && shown.length === text.length ? lines : [...lines, `… (${of} bytes)`];
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
