import { isUtf8 } from 'node:buffer';
import { alterKey } from './altered-key.ts';
import { codingByItsMark, redoCodings, undoCodings, undoCodingsOfStart } from './content-coding.ts';
import { headerValues, type CredentialRole, type HeaderPair } from './exchange.ts';
import { isJson, mapStrings, replaceInJson, replaceStretches } from './json-strings.ts';
import { plainSecretFinder, type Place } from './plain-secrets.ts';
import type { Secret } from './secret.ts';
import { spelledSecretFinder } from './spelled-secrets.ts';

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
  const findSpelled = spelledSecretFinder([...given, ...altered]);
  const maskPlain = plainSecretFinder([...given, ...altered]);
  const values = new Map([...altered, ...given].map(({ placeholder, value }) => [placeholder, value]));

  const maskPlainJson = (text: string): string =>
    mapStrings(text, (string, isName) => {
      if (!isName && /^\s*[[{]/.test(string) && isJson(string)) return maskPlainJson(string);
      return maskPlain?.(string, isName ? 'name' : 'json string') ?? string;
    });
  const maskText = (text: string, place: Place, mayBeJson: boolean): string => {
    const stretches = findSpelled(text);
    const mayBePlain = maskPlain?.mayBeIn(text) === true;
    // Only where something is to be replaced does it matter what the text is.
    if (stretches.length === 0 && !mayBePlain) return text;
    if (mayBeJson && isJson(text)) {
      const inJson = stretches.map((stretch) => ({ ...stretch, placeholder: stretch.inJson }));
      const spelled = replaceInJson(text, inJson);
      return mayBePlain ? maskPlainJson(spelled) : spelled;
    }
    const spelled = replaceStretches(text, stretches);
    return maskPlain?.(spelled, place) ?? spelled;
  };
  const maskBody = (bytes: Uint8Array): Uint8Array => {
    const utf8 = isUtf8(bytes);
    const text = Buffer.from(bytes).toString(utf8 ? 'utf8' : 'latin1');
    const masked = maskText(text, 'body', utf8);
    return masked === text ? bytes : new Uint8Array(Buffer.from(masked, utf8 ? 'utf8' : 'latin1'));
  };

  return {
    fill: (text) => text.replaceAll(/\{[^{}]*\}/g, (braces) => values.get(braces) ?? braces),
    mask: (text) => (FIGURE.test(text) ? text : maskText(text, 'text', /^\s*[[{"]/.test(text))),
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

function isKey(name: string): boolean {
  return name === 'primary' || name === 'second' || name === 'wrong';
}

function alteredSecrets(primary: string, given: readonly Secret[]): Secret[] {
  const others = given.map(({ value }) => value);
  return Object.entries(alterKey(primary, others)).map(([how, value]) => ({
    placeholder: `{primary:${how}}`,
    value,
    kind: how === 'truncated' || how === 'beheaded' ? 'cut' : 'altered',
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
