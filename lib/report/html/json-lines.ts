/**
 * Breaks a JSON array into lines, one for each item, so that items can be counted by eye. Nothing but line breaks is
 * added: digits, escapes and what is invalid stay as they are.
 *
 * @param text - one line, which may be cut off anywhere
 * @returns the text as its only line where it is no array of several items
 */
export function brokenAtItems(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  const lines: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === ',' && depth === 1) {
      lines.push(text.slice(from, index + 1));
      from = index + 1;
    }
  }
  return [...lines, text.slice(from)];
}
