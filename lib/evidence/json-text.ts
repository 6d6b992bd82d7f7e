/**
 * Where a quoted text of JSON ends: just after its closing quote, or at the end of the text where it has none. Takes time in
 * proportion to the quoted text, however many escapes it has.
 *
 * @param start - of its opening quote
 */
export function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  let quote = -1;
  for (;;) {
    if (quote < at) quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    const escape = text.slice(at, quote).indexOf('\\');
    if (escape === -1) return quote + 1;
    at += escape + 2;
  }
}
