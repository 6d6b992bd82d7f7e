import { headerValues, type CredentialRole, type HeaderPair } from './exchange.ts';
import { createMask, type Mask } from './masking.ts';

/** The parts of a foreign entry that show whose credential it carried. */
export interface Carried {
  readonly headers: readonly HeaderPair[];
  readonly status: number;
}

/** The credentials of foreign traffic, sorted out: roles for its requests, and a mask for all that is kept of it. */
export interface ForeignCredentials {
  readonly roleOf: (headers: readonly HeaderPair[]) => CredentialRole;
  /** The headers without any credential. */
  readonly maskHeaders: (headers: readonly HeaderPair[]) => HeaderPair[];
  readonly mask: Mask;
}

/** The form of a token; anything else (`***`, `[removed]`) was redacted by the recorder. Source: RFC 6750, 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** Words that recorders write in place of a credential. */
const BLOTTED = /^(x{3,}|redacted|removed|hidden|masked|filtered|sanitized|stripped|omitted)$/i;

/** Headers whose values are private, and of no use to a judge. */
const PRIVATE = new Set(['cookie', 'set-cookie', 'proxy-authorization', 'x-api-key', 'api-key', 'x-auth-token']);

/** Whether a header holds a credential, or another value that is private. */
export function isPrivateHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'authorization' || PRIVATE.has(lower);
}

/**
 * Sorts out the credentials of foreign traffic.
 *
 * A single bearer token counts as the key only when the service accepted it at least once and never refused it with 401:
 * petvet cannot know that it is valid. Of several tokens none counts, unless the user says that the traffic is
 * authenticated: then the most frequent one does.
 */
export function sortCredentials(carried: readonly Carried[], authenticated: boolean): ForeignCredentials {
  const counts = new Map<string, number>();
  const others = new Set<string>();
  for (const { headers } of carried) {
    for (const value of headerValues(headers, 'Authorization')) {
      const token = bearerToken(value);
      if (token !== undefined) counts.set(token, (counts.get(token) ?? 0) + 1);
      else for (const part of credentialParts(value)) others.add(part);
    }
    for (const [name, value] of headers) if (PRIVATE.has(name.toLowerCase()) && value.length >= 8) others.add(value);
  }
  const [mostFrequent, ...rest] = [...counts].toSorted((a, b) => b[1] - a[1]).map(([token]) => token);
  const isKey = mostFrequent !== undefined && (authenticated || (rest.length === 0 && wasTaken(carried, mostFrequent)));
  const isRecorded = carried.some(({ headers }) => headerValues(headers, 'Authorization').length > 0);
  const extra = Object.fromEntries([...rest, ...others].map((value, index) => [`other-${index + 1}`, value]));
  const mask = createMask({ primary: mostFrequent ?? '', wrong: '', extra });

  const roleOf = (headers: readonly HeaderPair[]): CredentialRole => {
    const [value, ...further] = headerValues(headers, 'Authorization');
    if (value === undefined) return authenticated && !isRecorded ? 'primary' : 'unknown';
    const token = bearerToken(value);
    if (further.length > 0) return 'unknown';
    if (token !== undefined) return isKey && token === mostFrequent ? 'primary' : 'unknown';
    return authenticated && isBlottedOut(value) ? 'primary' : 'unknown';
  };
  const maskAuthorization = (value: string): string => {
    const token = bearerToken(value);
    if (token !== undefined) return `${value.slice(0, value.length - token.length)}${placeholderOf(token)}`;
    return isBlottedOut(value) ? value : '{left-out}';
  };
  const placeholderOf = (token: string): string =>
    token === mostFrequent ? '{primary}' : `{other-${rest.indexOf(token) + 1}}`;
  return {
    roleOf,
    mask,
    maskHeaders: (headers) =>
      headers.map(([name, value]) => {
        if (name.toLowerCase() === 'authorization') return [name, maskAuthorization(value.trim())];
        return [name, PRIVATE.has(name.toLowerCase()) ? '{left-out}' : mask.mask(value)];
      }),
  };
}

/** The token of an Authorization value; undefined for another scheme, and for what stands in its place after redaction. */
export function bearerToken(value: string): string | undefined {
  const token = /^\s*bearer\s+(\S+)\s*$/i.exec(value)?.[1];
  return token !== undefined && TOKEN.test(token) && !BLOTTED.test(token) ? token : undefined;
}

function isBlottedOut(value: string): boolean {
  const credential = value.trim().replace(/^[a-z]+\s+/i, '');
  return credential === '' || BLOTTED.test(credential) || /^(\*+|…|\.{3,}|[[<{$].*)$/.test(credential);
}

/** The secrets of an Authorization value of another form: the whole, what follows the scheme, and a Basic password. */
function credentialParts(value: string): string[] {
  if (isBlottedOut(value)) return [];
  const credential = value.trim().replace(/^[a-z]+\s+/i, '');
  const pair = /^\s*basic\s/i.test(value) ? Buffer.from(credential, 'base64').toString() : '';
  return [credential, pair.slice(pair.indexOf(':') + 1)].filter((part) => part !== '');
}

function wasTaken(carried: readonly Carried[], token: string): boolean {
  const statuses = carried
    .filter(({ headers }) => headerValues(headers, 'Authorization').some((value) => bearerToken(value) === token))
    .map(({ status }) => status);
  return statuses.some((status) => status >= 200 && status < 300) && !statuses.includes(401);
}
