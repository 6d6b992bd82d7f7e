import type { SeenAnimal } from './caller-log.ts';
import { isNarrowed } from './double-rounding.ts';
import type { OwnCreation } from './own-creations.ts';
import { differences } from './rest.ts';

/** A documented field of an animal besides its id. */
export type Field = 'name' | 'categoryId' | 'status';

/** An animal as it was read back. */
interface Look {
  readonly animal: SeenAnimal;
  /** The status that was sent is gone, though other animals show theirs. */
  readonly lacksStatus: boolean;
}

/**
 * The fields in which an animal was read back otherwise than its creation was answered. Left out are those that the
 * answer to the creation had altered already (CREATE-2 blames that), and names that were only tidied.
 */
export function alteredFields({ animal, ...sent }: OwnCreation, { animal: shown, lacksStatus }: Look): Field[] {
  const altered: readonly Field[] = [...differences(animal, shown), ...(lacksStatus ? (['status'] as const) : [])];
  return altered.filter((field) => {
    if (sent[field] !== undefined && animal[field] !== undefined && sent[field] !== animal[field]) return false;
    return field !== 'name' || !isTidied(animal.name ?? '', shown.name ?? '');
  });
}

/** Trimmed and collapsed blanks, normal forms and removed control characters: a service may do that. Source: rule CREATE-2. */
function isTidied(name: string, shown: string): boolean {
  return !name.isWellFormed() || tidy(name) === tidy(shown);
}

function tidy(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what may be removed
  const printed = name.replace(/[\u0000-\u001f\u007f]/g, '');
  return printed.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Whether only a narrower number stands between the category that was answered and the one shown, which is JSON-3's. */
export function isNarrowedCategory({ animal }: OwnCreation, shown: SeenAnimal): boolean {
  const { categoryId } = shown;
  return animal.categoryId !== undefined && categoryId !== undefined && isNarrowed(categoryId, animal.categoryId);
}

/** A name that was cut off at fewer characters than this may be anything. */
const LEAST_KEPT = 6;

/**
 * Whether a name shows the marks of a machine that could not keep it: cut off, in another letter case, escaped, or with
 * letters lost to a narrower encoding. No other client edits a name like that.
 */
export function isMangled({ animal }: OwnCreation, shown: SeenAnimal): boolean {
  const { name } = animal;
  const { name: got } = shown;
  if (name === undefined || got === undefined || name === got) return false;
  if (got.length >= LEAST_KEPT && name.startsWith(got)) return true;
  if (name.length >= LEAST_KEPT && got.toLowerCase() === name.toLowerCase()) return true;
  if (withoutEntities(got) === withoutEntities(name)) return true;
  return MANGLINGS.some((mangle) => mangle(name) !== name && mangle(name) === got);
}

const MANGLINGS: readonly ((name: string) => string)[] = [
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

/** A text with the entities that escaping for HTML writes read back; which characters are escaped, and how, differs. */
function withoutEntities(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|apos|#39|#0?34|#x27|#x2f|#47);/gi,
    (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity,
  );
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
