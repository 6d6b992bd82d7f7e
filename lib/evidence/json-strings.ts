/** Whether a text is a JSON document; a byte order mark before it is allowed. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Changes the strings of a JSON document, and nothing between them: numbers keep their digits, the layout stays, and
 * strings that do not change keep their spelling.
 *
 * @param json - a text of which {@link isJson} holds
 * @param change - from the string's value to its new one; `isName` is true for the name of a member
 */
export function mapStrings(json: string, change: (value: string, isName: boolean) => string): string {
  let changed = '';
  let copied = 0;
  for (let start = json.indexOf('"'); start >= 0;) {
    let end = start + 1;
    while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
    const literal = json.slice(start, end + 1);
    const value: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
    const replacement = change(value, isFollowedByColon(json, end + 1));
    if (replacement !== value) {
      changed += json.slice(copied, start) + JSON.stringify(replacement);
      copied = end + 1;
    }
    start = json.indexOf('"', end + 1);
  }
  return changed + json.slice(copied);
}

function isFollowedByColon(json: string, at: number): boolean {
  let next = at;
  while (' \t\n\r'.includes(json[next] ?? '.')) next += 1;
  return json[next] === ':';
}

/** A stretch of a document, and what is to stand there. */
interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** A string, or another literal. */
const LITERAL = /"(?:[^"\\]|\\.)*"|[^\s"[\]{},:]+/g;

/**
 * Replaces stretches of a JSON document with texts, so that the result is JSON again: what cuts an escape or a number takes all of it,
 * and outside strings a text gets quotes. A stretch that takes away an end of a list or of a name is replaced literal by literal.
 *
 * @param stretches - in their order, none overlapping another
 */
export function replaceInJson(json: string, stretches: readonly Replaced[]): string {
  const pieces = stretches.map((): Replaced[] => []);
  let next = 0;
  let at = 0;
  /** The places before and behind what is written at a place of a string as one. */
  const around = (place: number): [number, number] => {
    let before = at;
    while (at < place) {
      before = at;
      at += json[at] === '\\' ? (json[at + 1] === 'u' ? 6 : 2) : 1;
    }
    return at === place ? [at, at] : [before, at];
  };
  for (const { 0: literal, index } of json.matchAll(LITERAL)) {
    const isString = literal.startsWith('"');
    const [first, last] = isString ? [index + 1, index + literal.length - 1] : [index, index + literal.length];
    at = Math.max(at, first);
    while ((stretches[next]?.end ?? Infinity) <= first) next += 1;
    for (let among = next; (stretches[among]?.start ?? Infinity) < last && at < last; among += 1) {
      const { start = 0, end = 0, placeholder = '' } = stretches[among] ?? {};
      const from = isString ? around(Math.max(at, start))[0] : first;
      const to = isString ? around(Math.min(last, end))[1] : last;
      at = to;
      pieces[among]?.push({ start: from, end: to, placeholder: isString ? placeholder : JSON.stringify(placeholder) });
    }
  }
  const joined = pieces.flatMap((of) => (of.length > 1 ? joinedPiece(of) : of));
  const simply = replaceStretches(json, joined);
  return joined.length === pieces.flat().length || isJson(simply) ? simply : replaceStretches(json, pieces.flat());
}

function joinedPiece(pieces: readonly Replaced[]): Replaced {
  const [first, last] = [pieces[0], pieces.at(-1)];
  const isQuoted = (piece: Replaced | undefined) => piece?.placeholder.startsWith('"') === true;
  const bare = (first?.placeholder ?? '').replace(/^"|"$/g, '');
  const placeholder = `${isQuoted(first) ? '"' : ''}${bare}${isQuoted(last) ? '"' : ''}`;
  return { start: first?.start ?? 0, end: last?.end ?? 0, placeholder };
}

/** Replaces stretches of a text, which are in their order, with other texts. */
export function replaceStretches(text: string, stretches: readonly Replaced[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, placeholder } of stretches) {
    parts.push(text.slice(copied, start), placeholder);
    copied = end;
  }
  return parts.join('') + text.slice(copied);
}
