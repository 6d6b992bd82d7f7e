/** As many characters as a part of a body may have to stay on its line. */
const WIDTH = 76;

const INDENT = '  ';

/** Strings, and what gives a JSON text its shape. A string that is cut off ends with the text. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[[\]{},]/g;

/**
 * Breaks a JSON array or object into lines, so that it can be read: an array of several items has each on a line of its own, and
 * what does not fit a line is broken further. Nothing but blanks and line breaks between tokens is changed: digits, escapes
 * and what is invalid stay as they are.
 *
 * @param text - one line, which may be cut off anywhere
 * @returns the text as its only line where it is no array and no object, or is short
 */
export function brokenLines(text: string): string[] {
  if (!/^[[{]/.test(text)) return [text];
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({ token, index }));
  const ends = endsOf(tokens, text.length);
  const lines: string[] = [];
  let line = '';
  let from = 0;
  let depth = 0;
  let flatUntil = -1;
  const end = (to: number) => {
    lines.push(`${line}${text.slice(from, to).trim()}`);
    from = to;
    line = INDENT.repeat(depth);
  };
  for (const { token, index } of tokens) {
    if (index <= flatUntil) continue;
    if (token === '[' || token === '{') {
      const last = ends.get(index) ?? text.length - 1;
      const isWhole = line.length + last - index < WIDTH && !(index === 0 && hasSeveralItems(tokens, last));
      if (isWhole) flatUntil = last;
      else {
        depth += 1;
        end(index + 1);
      }
    } else if (token === ']' || token === '}') {
      depth = Math.max(0, depth - 1);
      if (text.slice(from, index).trim() === '') line = INDENT.repeat(depth);
      else end(index);
    } else if (token === ',') end(index + 1);
  }
  const rest = text.slice(from).trim();
  return rest === '' ? lines : [...lines, `${line}${rest}`];
}

interface Token {
  readonly token: string;
  readonly index: number;
}

/** Where each bracket is closed; to the end of a text that is cut off. */
function endsOf(tokens: readonly Token[], length: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { token, index } of tokens) {
    if (token === '[' || token === '{') open.push(index);
    else if (token === ']' || token === '}') ends.set(open.pop() ?? -1, index);
  }
  for (const index of open) ends.set(index, length - 1);
  return ends;
}

/** Whether the outermost array has more than one item, so that they can be counted by eye. */
function hasSeveralItems(tokens: readonly Token[], last: number): boolean {
  let depth = 0;
  for (const { token, index } of tokens) {
    if (index > last) break;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === ',' && depth === 1) return tokens[0]?.token === '[';
  }
  return false;
}
