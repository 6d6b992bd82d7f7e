/** What has the form of a key, as the value of a parameter that the specification does not have: it may be one. */
const VALUE_LIKE_A_KEY = /([?&](?!(?:limit|status)=)[^=&]*=)[\w.~+/-]{12,}=*(?=&|$)/g;

/** The same anywhere else: long, of letters and digits. No value of the specification and no version of a client looks so. */
const LIKE_A_KEY = /(?=[\w~+-]*\d)(?=[\w~+-]*[a-z])[\w~+-]{16,}/gi;

const HIDDEN = 'hidden';

/** Hides what may be a key in a text of a log. A key is only ever where clients or gateways put it by mistake: nobody can name all of those places. */
export function withoutSecrets(text: string): string {
  const hidden = text.includes('=') ? text.replace(VALUE_LIKE_A_KEY, `$1${HIDDEN}`) : text;
  return hidden.length < SHORTEST ? hidden : hidden.replace(LIKE_A_KEY, HIDDEN);
}

/** In characters. */
const SHORTEST = 16;

/**
 * Makes what hides the key of a line, wherever it stands, and what may be another one.
 *
 * @param credential - the value of Authorization, or a key
 */
export function hidingOf(credential: string | undefined): (text: string) => string {
  const key = credential === undefined ? '' : keyIn(credential);
  return (text) =>
    withoutSecrets(key.length >= SHORTEST_KEY && text.includes(key) ? text.replaceAll(key, HIDDEN) : text);
}

/** What is shorter is in many texts by chance, in characters. */
const SHORTEST_KEY = 6;

/** The key in the value of Authorization, whatever the scheme. */
function keyIn(credential: string): string {
  return credential.replace(/^\s*bearer\s+/i, '').trim();
}
