/** The wrong credentials that petvet makes of a valid key. Source: rule AUTH-2. */
export interface AlteredKeys {
  /** One character in the middle is another one of its class; never the last, never only another letter case. */
  readonly replaced: string;
  /** Two characters near the middle are swapped; as `replaced` where no two are suitable. */
  readonly swapped: string;
  /** About a third is cut off the end, at least two characters where the key has them; empty for a key of one character. */
  readonly truncated: string;
  /** The same is cut off its start. */
  readonly beheaded: string;
  /** Several characters more, the first of them one at which keys of several parts are split. */
  readonly extended: string;
  /** Several characters before it. */
  readonly prefixed: string;
  /** As a user without a password, in the encoding of the Basic scheme. Source: RFC 7617, section 2. */
  readonly basic: string;
}

/** Letters are moved by half the alphabet: a neighbour (`key-1`, `key-2`) may well be another valid key. */
const LETTER_STEPS = [13, 7, 5, 3];
const DIGIT_STEPS = [5, 4, 3, 6];
const ADDITIONS = ['x7q4', 'w9k2', 'v3j8'];

/** More places than a run has keys. */
const MOST_SWAPS = 16;

/**
 * Alters a key in the ways that a service must refuse. Padding (`=`) at the end stays where it is, because some
 * decoders read neither it nor what follows it.
 *
 * @param others - keys that are valid or otherwise taken: no alteration equals one of them
 */
export function alterKey(key: string, others: readonly string[]): AlteredKeys {
  const padding = /=*$/.exec(key)?.[0] ?? '';
  const body = padding.length < key.length ? key.slice(0, key.length - padding.length) : key;
  const rest = key.slice(body.length);
  const first = (candidates: readonly string[]) =>
    candidates.find((candidate) => candidate !== key && !others.includes(candidate)) ?? candidates[0] ?? '';

  const third = Math.max(2, Math.round(body.length / 3));
  const cuts = [third, third + 1, third + 2, Math.max(2, third - 1)].map((cut) => Math.min(cut, body.length - 1));
  const heads = cuts.filter((cut) => cut > 0).map((cut) => body.slice(0, body.length - cut));
  return {
    replaced: first(replacements(body).map((candidate) => candidate + rest)),
    swapped: first([...swaps(body), ...replacements(body)].map((candidate) => candidate + rest)),
    truncated: first([...heads.filter((head) => !isWholeWord(head, body)), ...heads]),
    beheaded: first(heads.map((head) => key.slice(body.length - head.length))),
    extended: first(ADDITIONS.map((addition) => `${body}.${addition}${rest}`)),
    prefixed: first(ADDITIONS.map((addition) => addition + key)),
    basic: Buffer.from(`${key}:`).toString('base64'),
  };
}

/** A whole word (`test` of `test12`) may occur in any response: better to cut through it. */
function isWholeWord(head: string, body: string): boolean {
  return /^[a-z]+$/i.test(head) && !/[a-z]/i.test(body.charAt(head.length));
}

function replacements(body: string): string[] {
  const middle = Math.floor((body.length - 1) / 2);
  const places = Array.from(body, (_, index) => index)
    .filter((index) => index < body.length - 1 || body.length === 1)
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const place = places.find((index) => /[a-z\d]/i.test(body[index] ?? '')) ?? middle;
  return otherCharacters(body.charAt(place)).map((other) => body.slice(0, place) + other + body.slice(place + 1));
}

/**
 * The text with two neighbouring letters or digits in each other's place, the nearest to the middle first; never the last one, never
 * two that differ only in letter case, and never two digits: `key-12` and `key-21` may both be valid.
 */
function swaps(body: string): string[] {
  const middle = Math.floor((body.length - 1) / 2);
  const characters = Array.from({ length: Math.max(0, body.length - 2) }, (_, index) => index);
  return characters
    .filter((index) => tellsApart(body.charAt(index), body.charAt(index + 1)))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, MOST_SWAPS)
    .map((at) => body.slice(0, at) + body.charAt(at + 1) + body.charAt(at) + body.slice(at + 2));
}

function tellsApart(one: string, other: string): boolean {
  const areBoth = /^[a-z\d]{2}$/i.test(one + other) && !/^\d{2}$/.test(one + other);
  return areBoth && one.toLowerCase() !== other.toLowerCase();
}

function otherCharacters(character: string): string[] {
  if (/\d/.test(character)) return DIGIT_STEPS.map((step) => `${(Number(character) + step) % 10}`);
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  const at = alphabet.indexOf(character.toLowerCase());
  if (at < 0) return ['x', 'w', 'v'];
  const isUpper = character !== character.toLowerCase();
  return LETTER_STEPS.map((step) => alphabet.charAt((at + step) % alphabet.length)).map((letter) =>
    isUpper ? letter.toUpperCase() : letter,
  );
}
