/** The separators that people and programs put between groups of characters. */
const SEPARATORS = /[\s,;:|\-_.+*/"']+/g;

/** Nobody writes words in groups of at most this many characters, or in more groups than this. */
const LARGEST_GROUP = 2;
const MOST_WORDS = 3;

/** Whether a key reads like words with a number (`petstore-key-1`): the same words may occur in any text. */
export function readsLikeWords(key: string): boolean {
  return key.split(/[^A-Za-z\d]+/).every((segment) => /^(?:[a-z]*(?:[A-Z][a-z]+)*|[A-Z]+)\d{0,4}$/.test(segment));
}

/**
 * Whether a text is a key with one separator inserted at regular intervals, as in `p e t s t o r e`.
 *
 * @param text - nothing but the key's characters and separators
 */
export function isEvenlySplit(text: string, key: string): boolean {
  const separators = new Set(text.match(SEPARATORS));
  for (const separator of separators) {
    const groups = text.split(separator);
    if (groups.join('') !== key.split(separator).join('')) continue;
    const [{ length } = ''] = groups;
    const areEven = groups.every(
      (group, at) => group.length === length || (at === groups.length - 1 && group.length < length),
    );
    if (groups.length > MOST_WORDS && (areEven || groups.every((group) => group.length <= LARGEST_GROUP))) return true;
  }
  return false;
}

/** A text without the separators at its ends. */
export function trimmed(text: string): string {
  return text.slice(Math.max(0, text.search(/[\dA-Za-z]/)), text.search(/[^\dA-Za-z]*$/));
}
