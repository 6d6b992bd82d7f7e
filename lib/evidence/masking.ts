import { isUtf8 } from 'node:buffer';
import { alterKey } from './altered-key.ts';
import { codingByItsMark, redoCodings, undoCodings, undoCodingsOfStart } from './content-coding.ts';
import { disguiseFinder, type Disguise } from './disguised-secrets.ts';
import { headerValues, type CredentialRole, type HeaderPair } from './exchange.ts';
import { isJson, mapStrings, replaceInJson } from './json-strings.ts';
import { withoutLongRuns } from './long-runs.ts';
import { secretFinder, type Place } from './secret-finder.ts';
import type { Secret } from './secret-forms.ts';

/** What must not be stored: the keys by role, and further values by a name of their own, which is their placeholder. */
export interface Secrets {
  readonly primary: string;
  readonly second?: string;
  readonly wrong: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** Fills in secrets where requests name them, and removes them from everything that is stored. */
export interface Mask {
  /** Placeholders become values: `{primary}`, `{second}`, `{wrong}`, `{primary:replaced}`, … Other braces stay. */
  readonly fill: (text: string) => string;
  /** Secrets in a header value, a target or a message become placeholders. A JSON document stays one. */
  readonly mask: (text: string) => string;
  /**
   * The same for a body; bytes that are not UTF-8 stay as they are, and so does the body when nothing is found.
   *
   * @param codings - the `Content-Encoding`, if there is one: the body is looked into and coded again
   */
  readonly maskBytes: (bytes: Uint8Array, codings?: string) => Uint8Array;
}

/** A header value of at most this many digits is a figure or an instant, not a key. */
const FIGURE = /^\s*\d{1,10}\s*$/;

/** Header values recur: how many texts, of at most how many characters, are not searched twice. */
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 500;

/** Bodies without a secret are not searched twice: at most this many are remembered, none longer than this many characters. */
const MOST_CLEAN_BODIES = 200;
const LONGEST_CLEAN_BODY = 20_000;

/**
 * Makes the mask of a run.
 *
 * Judges read masked evidence, so what is ordinary text stays: a key of fewer than eight characters is replaced as a
 * whole token only; one of digits never as a JSON number; one that is a word of the interface (`available`) only
 * behind a scheme name, and in no body.
 */
export function createMask(secrets: Secrets): Mask {
  const given = Object.entries({
    ...secrets.extra,
    wrong: secrets.wrong,
    second: secrets.second,
    primary: secrets.primary,
  })
    .toReversed()
    .flatMap(([name, value]) =>
      value === undefined || value === ''
        ? []
        : [{ placeholder: `{${name}}`, value, kind: isKey(name) ? 'key' : 'extra' } as const],
    );
  const altered = secrets.primary === '' ? [] : alteredSecrets(secrets.primary, given);
  const keys = secrets.second === undefined ? [secrets.primary] : [secrets.primary, secrets.second];
  const findPlain = secretFinder([...given, ...altered], keys);
  const findDisguises = disguiseFinder([...given, ...altered]);
  const recent = new Map<string, string>();
  const cleanBodies = new Set<string>();
  const values = new Map([...altered, ...given].map(({ placeholder, value }) => [placeholder, value]));

  const find = (text: string, place: Place): string => findPlain(replaceStretches(text, findDisguises(text)), place);
  /** `isBare`: the text that contains this one was searched for disguises already. */
  const maskString = (text: string, place: Place, isBare = false): string => {
    if (/^\s*[[{]/.test(text) && isJson(text)) return maskJson(text, isBare);
    return isBare ? findPlain(text, place) : find(text, place);
  };
  const maskJson = (text: string, isBare = false): string => {
    const isClean = isBare || findDisguises(text).length === 0;
    if (isClean && !text.includes('\\') && !findPlain.looksAtWholeStrings && findPlain(text, 'json string') === text)
      return text;
    const masked = mapStrings(text, (string, isName) =>
      isName ? (isClean ? findPlain : find)(string, 'name') : maskString(string, 'json string', isClean),
    );
    if (isClean) return masked;
    // A list of character codes, or a key split over several strings, is in no single string.
    const rest = findDisguises(masked);
    const whole = replaceInJson(masked, rest);
    return rest.length === 0 || isJson(whole) ? whole : JSON.stringify(rest[0]?.placeholder);
  };
  const maskBody = (bytes: Uint8Array): Uint8Array => {
    const utf8 = isUtf8(bytes);
    const text = Buffer.from(bytes).toString(utf8 ? 'utf8' : 'latin1');
    if (utf8 && cleanBodies.has(text)) return bytes;
    const maskText = (said: string) => (utf8 && isJson(said) ? maskJson(said) : find(said, 'body'));
    const shortened = withoutLongRuns(text);
    if (shortened !== text && maskText(shortened) === shortened) return bytes;
    const masked = maskText(text);
    if (masked !== text) return new Uint8Array(Buffer.from(masked, utf8 ? 'utf8' : 'latin1'));
    if (utf8 && text.length <= LONGEST_CLEAN_BODY) {
      if (cleanBodies.size >= MOST_CLEAN_BODIES) cleanBodies.clear();
      cleanBodies.add(text);
    }
    return bytes;
  };

  return {
    fill: (text) => text.replaceAll(/\{[^{}]*\}/g, (braces) => values.get(braces) ?? braces),
    mask(text) {
      const known = recent.get(text);
      if (known !== undefined) return known;
      const isFigure = FIGURE.test(text);
      const masked = isFigure ? text : /^\s*[[{"]/.test(text) && isJson(text) ? maskJson(text) : find(text, 'text');
      if (text.length > LONGEST_REMEMBERED) return masked;
      if (recent.size >= MOST_REMEMBERED) recent.clear();
      recent.set(text, masked);
      return masked;
    },
    maskBytes(bytes, codings = codingByItsMark(bytes)) {
      if (codings === undefined) return maskBody(bytes);
      const plain = uncoded(bytes, codings, undoCodings);
      if (plain !== undefined) {
        const masked = maskBody(plain);
        return masked === plain ? bytes : new Uint8Array(redoCodings(masked, codings));
      }
      // Whoever unpacks a truncated body has the key. Packed again it would look complete, so its start is kept as plain text.
      const start = uncoded(bytes, codings, undoCodingsOfStart);
      const masked = start === undefined ? undefined : maskBody(start);
      return masked === undefined || masked === start ? maskBody(bytes) : masked;
    },
  };
}

function replaceStretches(text: string, stretches: readonly Disguise[]): string {
  let replaced = '';
  let copied = 0;
  for (const { start, end, placeholder } of stretches) {
    replaced += text.slice(copied, start) + placeholder;
    copied = end;
  }
  return replaced + text.slice(copied);
}

function isKey(name: string): boolean {
  return name === 'primary' || name === 'second' || name === 'wrong';
}

function alteredSecrets(primary: string, given: readonly Secret[]): Secret[] {
  const others = given.map(({ value }) => value);
  return Object.entries(alterKey(primary, others)).map(([how, value]) => ({
    placeholder: `{primary:${how}}`,
    value,
    kind: how === 'truncated' ? 'cut' : 'altered',
  }));
}

/** Undefined when the bytes do not have the coding that they are said to have: then they are searched as they are. */
function uncoded(bytes: Uint8Array, codings: string, undo: typeof undoCodings): Uint8Array | undefined {
  try {
    return undo(bytes, codings);
  } catch {
    return undefined;
  }
}

/**
 * Whose credential a request carries, read from headers in which placeholders stand for the keys.
 *
 * A key elsewhere than in Authorization is `none`. Words after a key do not change whose it is: a service may read only the first one.
 * Several Authorization values of which one is a key are `unknown`: which of them a service reads is not documented. Source: specification, section 5; RFC 9110, section 11.1.
 */
export function credentialRole(headers: readonly HeaderPair[]): CredentialRole {
  const values = headerValues(headers, 'Authorization').flatMap((value) => value.split(','));
  const roles = values.map((value) => /^\s*bearer\s+\{(primary|second)\}(?:\s.*)?$/i.exec(value)?.[1]);
  if (values.length === 0) return 'none';
  if (roles.every((role) => role === undefined)) return 'wrong';
  if (roles.length > 1) return 'unknown';
  return roles[0] === 'second' ? 'second' : 'primary';
}
