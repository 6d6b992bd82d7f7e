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

/**
 * Replaces stretches of a JSON document with texts, in quotes where a stretch is outside strings. The
 * result is JSON where every stretch begins and ends on the same side of quotes.
 *
 * @param stretches - in their order, none overlapping another
 */
export function replaceInJson(
  json: string,
  stretches: readonly { readonly start: number; readonly end: number; readonly placeholder: string }[],
): string {
  let changed = '';
  let copied = 0;
  let isInString = false;
  let at = 0;
  for (const { start, end, placeholder } of stretches) {
    for (; at < start; at += 1) {
      if (isInString && json[at] === '\\') at += 1;
      else if (json[at] === '"') isInString = !isInString;
    }
    changed += json.slice(copied, start) + (isInString ? placeholder : JSON.stringify(placeholder));
    copied = end;
  }
  return changed + json.slice(copied);
}
