import { endOfQuoted } from '../evidence/json-text.ts';

/** A member of the outermost object: its name, and its value as written where that is a number or a literal. */
interface WrittenMember {
  readonly name: string;
  readonly literal: string | undefined;
}

/** What the text of a body shows that its parsed value does not. */
export interface BodyText {
  /** The members of the outermost object in order, repeated ones too. */
  readonly members: readonly WrittenMember[];
  /** What in it is meant to strain a service, in a few words each. */
  readonly hostile: readonly string[];
}

/** Deeper nesting than any NewPet could need. */
const DEEP = 32;

/** No number of the interface has half as many characters. */
const LONG_NUMBER = 40;

/**
 * Scans the text of a body once. Total: for a text that is not JSON it shows what a reader would meet until it gives up.
 */
export function scanBodyText(text: string): BodyText {
  const members: WrittenMember[] = [];
  const hostile = new Set<string>();
  let depth = 0;
  let lastText = '';
  let named: string | undefined;
  const close = (literal?: string) => {
    if (named !== undefined && depth === 1) members.push({ name: named, literal });
    if (depth === 1) named = undefined;
  };
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') {
      close();
      depth++;
      if (depth > DEEP) hostile.add('the body is deeply nested');
    } else if (token === '}' || token === ']') depth--;
    else if (token === ':') named = depth === 1 ? lastText : named;
    else if (token.startsWith('"')) {
      close();
      lastText = textOf(token);
    } else if (token !== ',') {
      close(token);
      if (isHugeNumber(token)) hostile.add('the body holds a huge number');
    }
  }
  if (text.includes('\u0000') || text.includes('\\u0000')) hostile.add('the body holds a NUL');
  // Some bodies have megabytes, and hardly any has escapes.
  if (
    text.includes('\\u') &&
    /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}/i.test(text)
  )
    hostile.add('the body holds half a surrogate pair');
  if (new Set(members.map(({ name }) => name)).size < members.length) hostile.add('the request has duplicate keys');
  return { members, hostile: [...hostile] };
}

/** Where the object at the start of a text ends: just after its last brace. Undefined where there is none, or it has no end. */
export function endOfObject(text: string): number | undefined {
  const start = /^\s*\{/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfQuoted(text, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

const MARKS: ReadonlySet<string> = new Set('{}[]:,');

/** Quoted texts, punctuation, and what stands between them. */
function* tokensOf(text: string): Generator<string> {
  const ending = /["{}[\]:,\s]/g;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const character = text[start] ?? '';
    if (character === '"') at = endOfQuoted(text, start);
    else if (MARKS.has(character)) at++;
    else if (/\s/.test(character)) {
      at++;
      continue;
    } else {
      ending.lastIndex = start;
      at = ending.exec(text)?.index ?? text.length;
    }
    yield text.slice(start, at);
  }
}

function textOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

function isHugeNumber(literal: string): boolean {
  return /^[+-]?[\d.]/.test(literal) && (literal.length > LONG_NUMBER || /e[+-]?\d{3,}$/i.test(literal));
}
