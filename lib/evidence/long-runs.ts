/** Runs of one character that are longer than this are shortened. */
const LONG = 65_536;

/**
 * What is left of a shortened run, at least: more than any key has. A multiple of the units of hex, base32, base64 and UTF-16,
 * so that what follows decodes as it did.
 */
const UNIT = 240;
const LEFT = 20 * UNIT;

/** A text whose very long runs of one character are shortened: nothing that is made of several characters is lost. */
export function withoutLongRuns(text: string): string {
  if (text.length <= LONG) return text;
  let shortened = '';
  let copied = 0;
  let start = 0;
  for (let at = 1; at <= text.length; at++) {
    if (text.charCodeAt(at) === text.charCodeAt(start)) continue;
    if (at - start > LONG) {
      shortened += text.slice(copied, start + LEFT + ((at - start) % UNIT));
      copied = at;
    }
    start = at;
  }
  return copied === 0 ? text : shortened + text.slice(copied);
}
