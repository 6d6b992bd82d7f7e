/** Runs of one character that are longer than this are shortened. */
const LONG = 65_536;

/**
 * What is left of a shortened run, at least: more than any key has. A multiple of the units of hex, base32, base64 and UTF-16,
 * so that what follows decodes as it did.
 */
const UNIT = 240;
const LEFT = 20 * UNIT;

/** The number of characters that are compared at once. */
const BLOCK = 4_096;

/** A text whose very long runs of one character are shortened: nothing that consists of several characters is lost. */
export function withoutLongRuns(text: string): string {
  if (text.length <= LONG) return text;
  let shortened = '';
  let copied = 0;
  // Every run that is longer than LONG has a character at a multiple of it.
  for (let at = LONG; at < text.length; at += LONG) {
    const character = text.charCodeAt(at);
    const block = text.charAt(at).repeat(BLOCK);
    let start = at;
    while (start >= BLOCK && text.slice(start - BLOCK, start) === block) start -= BLOCK;
    while (start > 0 && text.charCodeAt(start - 1) === character) start--;
    let end = at + 1;
    while (text.slice(end, end + BLOCK) === block) end += BLOCK;
    while (end < text.length && text.charCodeAt(end) === character) end++;
    if (end - start > LONG) {
      shortened += text.slice(copied, start + LEFT + ((end - start) % UNIT));
      copied = end;
    }
    at = Math.max(at, LONG * Math.floor((end - 1) / LONG));
  }
  return copied === 0 ? text : shortened + text.slice(copied);
}
