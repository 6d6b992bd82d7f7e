/** A run of base64 in a text; its start is where a group of four begins. */
export interface Base64Run {
  readonly start: number;
  readonly text: string;
}

/** Anything but a character of base64. */
const NONE = 0xff;

/** The values of the characters of base64 and base64url, by their codes. */
const VALUES = new Uint8Array(0x1_00_00).fill(NONE);
for (const alphabet of ['+/', '-_'].map(
  (last) => `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`,
)) {
  for (const [value, character] of Array.from(alphabet).entries()) VALUES[character.charCodeAt(0)] = value;
}

/** How gzip and zlib begin in base64. */
const PACKED = /H4sI|eJ[w-z]|eNo|eAE|eF4/g;

/** How many possible starts of packed text are examined. */
const MOST_PACKED = 20;

/**
 * Finds the runs that are base64 of a text, wherever they begin within a longer run: groups of four characters that decode to
 * printable ASCII (or NUL, as in UTF-16), and runs that begin like packed text. Words are hardly ever among them.
 *
 * @param shortest - how many characters the decoded text has at least
 */
export function findBase64(text: string, shortest: number): Base64Run[] {
  const fewest = Math.max(1, Math.floor((shortest - 2) / 3));
  const found: Base64Run[] = [];
  const starts = [-1, -1, -1, -1];
  const last = text.length - 4;
  for (let at = 0; at <= last + 4; at += 1) {
    const start = starts[at & 3] ?? -1;
    if (at <= last && isText(text, at)) {
      if (start < 0) starts[at & 3] = at;
    } else if (start >= 0) {
      starts[at & 3] = -1;
      if (at - start >= 4 * fewest) found.push(widened(text, start, at));
    }
  }
  let packed = 0;
  for (const { index } of text.matchAll(PACKED)) {
    if (packed >= MOST_PACKED) break;
    packed += 1;
    found.push({ start: index, text: runAt(text, index) });
  }
  return found;
}

/** Adds the groups beside a run, of which a character or two may belong to it. */
function widened(text: string, start: number, end: number): Base64Run {
  let from = start;
  while (start - from < 4 && isBase64(text, from - 1)) from -= 1;
  if (start - from < 4) from = start;
  let to = end;
  while (to - end < 4 && isBase64(text, to)) to += 1;
  if (to - end < 4) while (text[to] === '=') to += 1;
  return { start: from, text: text.slice(from, to) };
}

function runAt(text: string, start: number): string {
  let end = start;
  while (isBase64(text, end)) end += 1;
  return text.slice(start, end);
}

function isBase64(text: string, at: number): boolean {
  return at >= 0 && at < text.length && VALUES[text.charCodeAt(at)] !== NONE;
}

/** Whether the four characters from a place on decode to three bytes of text. */
function isText(text: string, at: number): boolean {
  const a = VALUES[text.charCodeAt(at)] ?? NONE;
  // The first byte is below 0x80, as in every second group by chance.
  if (a >= 0x20) return false;
  const b = VALUES[text.charCodeAt(at + 1)] ?? NONE;
  const c = VALUES[text.charCodeAt(at + 2)] ?? NONE;
  const d = VALUES[text.charCodeAt(at + 3)] ?? NONE;
  if (b === NONE || c === NONE || d === NONE) return false;
  return (
    isTextByte((a << 2) | (b >> 4)) && isTextByte(((b << 4) & 0xff) | (c >> 2)) && isTextByte(((c << 6) & 0xff) | d)
  );
}

function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
