/** How a machine mangled a name that it could not keep. */
export interface Mangling {
  /** Whether it would have altered another name, too: not one without anything to mangle. */
  readonly alters: (name: string) => boolean;
  /** Where the way of it is not known: whether another name that it altered looks as it has to. */
  readonly isOf?: (got: string | undefined) => boolean;
}

/** A name that was truncated to fewer characters than this may be anything. */
const LEAST_KEPT = 6;

/**
 * Which mangling a name shows: truncated, with or without dots in place of the rest, in another letter case, escaped, with letters lost to a narrower encoding,
 * or in a way that is not known.
 *
 * @returns undefined where the name is another one
 */
export function manglingOf(name: string | undefined, got: string | undefined): Mangling | undefined {
  if (name === undefined || got === undefined || name === got) return undefined;
  const known = MANGLINGS.filter((mangle) => mangle(name) === got);
  if (known.length > 0) return { alters: (other) => known.every((mangle) => mangle(other) !== other) };
  const kept = got.replace(/(\.\.\.|…)$/, '');
  if (kept.length >= LEAST_KEPT && name.startsWith(kept)) return { alters: (other) => other.length > got.length };
  if (name.length >= LEAST_KEPT && got.toLowerCase() === name.toLowerCase()) {
    return { alters: (other) => other.toLowerCase() !== other.toUpperCase() };
  }
  const escaped = ESCAPABLE.filter((one) => count(name, one) > count(withoutEntity(got), one));
  if (withoutEntities(got) !== withoutEntities(name) || escaped.length === 0) return manglingOfTheRest(name, got);
  return { alters: (other) => escaped.some((one) => other.includes(one)) };
}

/** The part of a name that petvet makes up which no other name has. */
export const OWN_PART = /petvet[A-Z0-9]+/i;

/**
 * Whatever became of a name, if the part that is its own is still there: names that are equal but for that part are altered alike.
 */
export function manglingOfTheRest(name: string | undefined, got: string | undefined): Mangling | undefined {
  if (name === undefined || got === undefined || name === got) return undefined;
  const [own] = OWN_PART.exec(name) ?? [];
  if (own === undefined || name === own || !got.includes(own)) return undefined;
  const [rest, kept] = [name.replace(own, ''), got.replace(own, '')];
  return {
    alters: (other) => other.replace(OWN_PART, '') === rest,
    isOf: (another) => another?.replace(OWN_PART, '') === kept,
  };
}

const MANGLINGS: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.replace(/[^\u0020-\u007e]/gu, '?'),
  (name) => name.replace(/[^\u0020-\u007e]/g, '?'),
  (name) => name.replace(/[^\u0020-\u007e]/gu, '\ufffd'),
  (name) => name.replace(/[^\u0020-\u007e]/g, '\ufffd'),
  (name) => name.replace(/[^\u0020-\u007e]/gu, ''),
  (name) => name.replace(/[^\u0020-\u00ff]/gu, '?'),
  (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '????'),
  (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, (one) => one.charAt(0)),
  (name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, ''),
  (name) => name.replace(/[^\u0020-\u007e].*$/su, ''),
  (name) => Buffer.from(name).toString('latin1'),
  (name) => new TextDecoder('windows-1252').decode(Buffer.from(name)),
  (name) => Buffer.from(name, 'latin1').toString('latin1'),
  (name) => JSON.stringify(name).slice(1, -1),
  (name) => name.replace(/['"\\]/g, (one) => `\\${one}`),
  (name) => name.replaceAll("'", "''"),
  (name) => name.replace(/<[^>]*>/g, ''),
  (name) => encodeURIComponent(name.toWellFormed()),
];

const ESCAPABLE = ['&', '<', '>', '"', "'", '/'];

const ENTITY = /&(amp|lt|gt|quot|apos|#39|#0?34|#x27|#x2f|#47);/gi;

/** A text with its HTML entities decoded; which characters are escaped, and how, differs. */
function withoutEntities(text: string): string {
  return text.replace(ENTITY, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);
}

/** A text without its entities: a special character that remains was not escaped. */
function withoutEntity(text: string): string {
  return text.replace(ENTITY, '');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#034': '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  '#x2f': '/',
  '#47': '/',
};
