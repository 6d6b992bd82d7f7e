/** A stretch of a text: from its first character to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text in the form in which it is searched, in lower case. */
export interface View {
  readonly text: string;
  /** The UTF-16 units of the text, those of ASCII letters in lower case. */
  readonly units: Uint16Array;
  /** Where a stretch of this view came from in the text that was given. */
  sourceOf(start: number, end: number): Span;
}

/** The view of a text as it is. */
export function plainView(text: string): View {
  return { text, units: unitsOf(text), sourceOf: (start, end) => ({ start, end }) };
}

/** The UTF-16 units of a text, those of ASCII letters in lower case. */
export function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.alloc(2 * text.length);
  bytes.write(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    if (unit >= 0x41 && unit <= 0x5a) units[at] = unit | 0x20;
  }
  return units;
}

/** How often escapes are undone: whoever escapes a text more often does not want to be read. */
const MOST_ESCAPED = 5;

/**
 * The view of a text as a person reads it: escapes are undone (of percent-encoding, JSON, JavaScript, C and HTML, and the NULs of UTF-16),
 * however often; so are the forms of characters that look alike (NFKD); what is invisible (categories Cf and M) and tags are left out.
 *
 * @param isQuotedPrintable - whether `=41` is an escape, too. Source: RFC 2045, section 6.7
 * @returns undefined when that is the text itself
 */
export function readableView(text: string, isQuotedPrintable = false): View | undefined {
  if (!isQuotedPrintable && !ANY_MARK.test(text)) return undefined;
  let made: Mapped = { text, starts: NOWHERE, ends: NOWHERE };
  let isChanged = false;
  for (let times = 0; times < MOST_ESCAPED; times += 1) {
    const next = undoEscapes(made.text, isQuotedPrintable && times < 2);
    if (next === undefined) break;
    made = isChanged ? composed(made, next) : next;
    isChanged = true;
  }
  if (!isChanged) return undefined;
  const { starts, ends } = made;
  const sourceOf = (start: number, end: number) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 });
  return { text: made.text, units: unitsOf(made.text), sourceOf };
}

/** The same of a text of which only the outcome counts. */
export function readable(text: string): string {
  return ANY_MARK.test(text) ? (readableView(text)?.text ?? text) : text;
}

/** The view of a view without anything but letters and digits of ASCII. */
export interface DenseView {
  readonly units: Uint16Array;
  /** The place of each unit in the other view. */
  readonly places: Int32Array;
}

/** Leaves out of a text, given in units, everything but letters and digits of ASCII. */
export function denseView(units: Uint16Array): DenseView {
  const kept = new Uint16Array(units.length);
  const places = new Int32Array(units.length);
  let length = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    if (!isDense(unit)) continue;
    kept[length] = unit;
    places[length] = at;
    length += 1;
  }
  return { units: kept.subarray(0, length), places };
}

/** The units of the dense view of a text. */
export function denseUnitsOf(text: string): Uint16Array {
  const units = unitsOf(text);
  let length = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    if (isDense(unit)) units[length++] = unit;
  }
  return units.subarray(0, length);
}

/** Whether a dense view keeps a unit: a digit, or a letter in lower case. */
export function isDense(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** A text, and for each of its units where it came from. */
interface Mapped {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const NOWHERE = new Int32Array(0);

function composed(outer: Mapped, inner: Mapped): Mapped {
  const { starts, ends } = inner;
  for (let at = 0; at < starts.length; at += 1) {
    starts[at] = outer.starts[starts[at] ?? 0] ?? 0;
    ends[at] = outer.ends[(ends[at] ?? 0) - 1] ?? 0;
  }
  return inner;
}

const ESCAPE = new RegExp(
  [
    '%u([\\da-f]{4})',
    '\\\\u([\\da-f]{4})',
    '\\\\u\\{0*([\\da-f]{1,6})\\}',
    '\\\\x\\{?([\\da-f]{2})\\}?',
    '&#x0{0,8}([\\da-f]{1,6});?',
    '&#0{0,8}(\\d{1,7});?',
    '\\\\(?:o\\{)?([0-3]?[0-7]{2})\\}?',
    '%([0-7][\\da-f])',
    '((?:%[89a-f][\\da-f])+)',
    '&([a-z]{2,14});',
    '\\\\([^\\da-z])',
    '\\\\([nrt])',
    '</?(?:[abipsu]|em|li|td|w?br|tr|div|span|code|mark|strong)(?:\\s[^<>]{0,80})?/?>',
    '\\0+',
  ].join('|'),
  'iy',
);

const QUOTED = /=(?:([\dA-F]{2})|\r?\n)/y;

/** What may begin an escape. */
const MARKS = new Uint8Array(0x80);
for (const mark of '%\\&<\0') MARKS[mark.charCodeAt(0)] = 1;
const ANY_MARK = /[%\\&<\0\u0080-\uFFFF]/;

/** What HTML calls the printable characters of ASCII, and those that are invisible. */
const NAMED = new Map(
  (
    'excl! quot" num# dollar$ percnt% amp& apos\' lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> ' +
    'quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ underbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} ' +
    'hyphen- dash- shy\u00AD zwj\u200D zwnj\u200C zerowidthspace\u200B nobreak\u2060'
  )
    .split(' ')
    .map((word) => [word.slice(0, -1), word.slice(-1)]),
);

/** Undoes one layer of escapes; undefined when there is none. */
function undoEscapes(text: string, isQuotedPrintable: boolean): Mapped | undefined {
  const pieces: { start: number; end: number; made: string }[] = [];
  let length = text.length;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const piece =
      unit > 0x7f
        ? lookAlike(text, at)
        : MARKS[unit] === 1
          ? escaped(text, at)
          : isQuotedPrintable && unit === 0x3d
            ? quoted(text, at)
            : undefined;
    if (piece !== undefined) {
      pieces.push({ start: at, ...piece });
      length += piece.made.length - (piece.end - at);
    }
    at = piece?.end ?? at + 1;
  }
  if (pieces.length === 0) return undefined;
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  const parts: string[] = [];
  let written = 0;
  let copied = 0;
  const copyTo = (to: number) => {
    parts.push(text.slice(copied, to));
    for (let at = copied; at < to; at += 1) {
      starts[written] = at;
      ends[written] = at + 1;
      written += 1;
    }
  };
  for (const { start, end, made } of pieces) {
    copyTo(start);
    parts.push(made);
    starts.fill(start, written, written + made.length);
    ends.fill(end, written, written + made.length);
    written += made.length;
    copied = end;
  }
  copyTo(text.length);
  return { text: parts.join(''), starts, ends };
}

interface Undone {
  readonly end: number;
  readonly made: string;
}

function escaped(text: string, at: number): Undone | undefined {
  ESCAPE.lastIndex = at;
  const match = ESCAPE.exec(text);
  if (match === null) return undefined;
  const [all, percentU, u, brace, x, entity, decimal, octal, low, percent, name, sign, blank] = match;
  const end = at + all.length;
  const hex = percentU ?? u ?? brace ?? x ?? entity ?? low;
  if (percent !== undefined) return { end, made: bytesRead(Buffer.from(percent.replaceAll('%', ''), 'hex')) };
  const code =
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : decimal === undefined
          ? undefined
          : Number(decimal);
  if (code !== undefined) return code > 0x10_ff_ff ? undefined : { end, made: String.fromCodePoint(code) };
  if (name === undefined) return { end, made: sign ?? (blank === undefined ? '' : ' ') };
  const named = NAMED.get(name.toLowerCase());
  return named === undefined ? undefined : { end, made: named };
}

function quoted(text: string, at: number): Undone | undefined {
  QUOTED.lastIndex = at;
  const match = QUOTED.exec(text);
  if (match === null) return undefined;
  const made = match[1] === undefined ? '' : String.fromCharCode(Number.parseInt(match[1], 16));
  return { end: at + match[0].length, made };
}

/** Bytes as UTF-8, or each by itself where they are not. */
function bytesRead(bytes: Buffer): string {
  const text = bytes.toString();
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** What characters beyond ASCII look like, of those that were seen lately. */
const MOST_LOOKS = 10_000;
const LOOKS = new Map<string, string>();

function lookAlike(text: string, at: number): Undone | undefined {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  let look = LOOKS.get(character);
  if (look === undefined) {
    look = character.normalize('NFKD').replaceAll(/[\p{Cf}\p{M}]/gu, '');
    if (LOOKS.size >= MOST_LOOKS) LOOKS.clear();
    LOOKS.set(character, look);
  }
  return look === character ? undefined : { end: at + character.length, made: look };
}
