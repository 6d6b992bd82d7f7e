import { drawnNumber } from './drawn-number.ts';
import type { Operation } from '../contract/operations.ts';
import type { CredentialRole, HeaderPair } from '../evidence/exchange.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { byTurns } from './by-turns.ts';

/** A way to show, or not to show, who calls. Keys stand as placeholders that only the wire can fill. */
export interface Credential {
  /** In words, for titles and reports. */
  readonly name: string;
  readonly role: CredentialRole;
  readonly headers: readonly HeaderPair[];
  /** How whoever sends such headers writes the name of Content-Type, where that is otherwise. */
  readonly contentTypeName?: string;
}

function authorization(name: string, role: CredentialRole, value: string): Credential {
  return { name, role, headers: [['Authorization', value]] };
}

/** The target's own key, as the specification shows it. Source: section 5, 2. */
export const VALID: Credential = authorization('the key', 'primary', 'Bearer {primary}');

/** The other caller's key. */
export const SECOND: Credential = authorization("the second caller's key", 'second', 'Bearer {second}');

/**
 * The target's key in a header whose name is written as HTTP/2 has it, from a client that says what it takes, as browsers and their libraries do: any
 * media type, and compressed responses. Source: RFC 9110, sections 5.1, 12.5.1 and 12.5.3.
 */
export const AS_CLIENTS_DO: Credential = {
  name: 'the key, as many clients send it',
  role: 'primary',
  headers: [
    ['authorization', 'Bearer {primary}'],
    ['accept', 'application/json, text/plain, */*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['cache-control', 'no-cache'],
    ['pragma', 'no-cache'],
    ['dnt', '1'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['x-request-id', 'petvet'],
  ],
  contentTypeName: 'content-type',
};

/**
 * The target's key in a request that was passed on, by a client that has a session and languages of its own. None of it changes what a service returns. It
 * names no address: a service may admit some only.
 */
export const AS_PASSED_ON: Credential = {
  name: 'the key, as gateways pass it on',
  role: 'primary',
  headers: [
    ['Authorization', 'Bearer {primary}'],
    ['Via', '1.1 petvet'],
    ['Accept-Language', 'de-CH, de;q=0.9, *;q=0.5'],
    ['Cookie', 'petvet=1; theme="dark"'],
  ],
};

/** No Authorization header at all. Source: section 5, 3. */
export const MISSING: Credential = { name: 'no key', role: 'none', headers: [] };

/** A key that nobody was given. */
const WRONG: Credential = authorization('a wrong key', 'wrong', 'Bearer {wrong}');

/** A token of no character. */
const EMPTY: Credential = authorization('an empty token', 'wrong', 'Bearer ');

/** The target's key under a scheme that some frameworks have in place of Bearer. */
const TOKEN: Credential = authorization('the key under the Token scheme', 'wrong', 'Token {primary}');

/** What a client writes in place of a key that it does not have. */
const NULL: Credential = authorization('the word null as the key', 'wrong', 'Bearer null');
const UNDEFINED: Credential = authorization('the word undefined as the key', 'wrong', 'Bearer undefined');

/** What every plain object of JavaScript has under a name that nobody gave it: a lookup of keys in one finds this, too. */
const INHERITED: Credential = authorization('the word constructor as the key', 'wrong', 'Bearer constructor');

/**
 * Words as long as Bearer that interfaces have before a key. One is drawn for each run: whoever takes any word takes these,
 * and so does whoever cuts as many characters off as `Bearer ` has.
 */
const AS_LONG_AS_BEARER = ['ApiKey', 'Digest'] as const;

/** Words of other lengths, for runs that have more requests. */
const SCHEMES = ['Key', 'JWT', 'OAuth', 'Api-Key'] as const;

/** The target's key under one of these words. @param seed - which decides on it */
function otherScheme(seed: number, words: readonly string[]): Credential {
  const place = drawnNumber(`scheme ${seed}`) % words.length;
  return authorization('the key under a scheme other than Bearer', 'wrong', `${words[place] ?? 'Key'} {primary}`);
}

/** The target's key as the Basic scheme has it, which many services take beside a bearer token. */
const BASIC_USER: Credential = authorization('the key as a Basic user', 'wrong', 'Basic {primary:basic}');

const EXTENDED = authorization('the key with characters added', 'wrong', 'Bearer {primary:extended}');
const REPLACED = authorization('the key with a character in the middle replaced', 'wrong', 'Bearer {primary:replaced}');
const SWAPPED = authorization('the key with two characters swapped', 'wrong', 'Bearer {primary:swapped}');
const PREFIXED = authorization('the key with characters before it', 'wrong', 'Bearer {primary:prefixed}');
const TRUNCATED = authorization('the key without its end', 'wrong', 'Bearer {primary:truncated}');
const BEHEADED = authorization('the key without its start', 'wrong', 'Bearer {primary:beheaded}');
const BARE = authorization('the key without a scheme', 'wrong', '{primary}');

/** The target's key in headers that other interfaces have it in, and no Authorization: for this machine alone. */
export const ELSEWHERE: Credential = {
  name: 'the key in other headers',
  role: 'none',
  headers: [
    ['X-API-Key', '{primary}'],
    ['X-Auth-Token', '{primary}'],
    ['Api-Key', '{primary}'],
    ['Cookie', 'token={primary}; api_key={primary}; access_token={primary}'],
    // Whoever trusts it asks a client on the service's own machine for nothing.
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
  ],
};

/** Ways in which a key can be invalid that an operation is always tried with, and those that are drawn. */
export interface InvalidKeys {
  readonly always: readonly Credential[];
  readonly others: readonly Credential[];
}

/**
 * Every way in which a key can be invalid, each always tried on one operation at least: who checks keys checks them in one
 * place, and who forgot one operation forgot it for every key. getPet and createPet are tried with a key that no service takes unless it takes
 * any, the same one on both, because a key may be taken for a known one once it was seen; by turns it is what clients send for lack of
 * a key, what a lookup finds that nobody put there, ends with the valid one, or is its end. Lists are tried with altered forms of the valid key: one with two characters swapped is as long
 * and has the same letters. A key's last character, letter case and padding are never all that is altered, because some
 * encodings ignore them. An empty token is tried on creations, or where there are none, on lists. Source: section 5, 2 and 3; rule
 * AUTH-2.
 *
 * @param seed - that of the run, which draws a scheme word and takes turns
 * @param writes - whether creations are sent
 */
export function invalidKeys(operation: Operation, seed: number, writes: boolean): InvalidKeys {
  const another = byTurns(seed, WRONG, NULL, PREFIXED, INHERITED, UNDEFINED, BEHEADED);
  const notYet = [WRONG, NULL, PREFIXED, UNDEFINED, INHERITED, BEHEADED].filter((one) => one !== another);
  switch (operation) {
    case 'listPets': {
      const scheme = otherScheme(seed, AS_LONG_AS_BEARER);
      return {
        always: [SWAPPED, TRUNCATED, writes ? scheme : EMPTY, BARE, BASIC_USER],
        others: [
          writes ? EMPTY : scheme,
          otherScheme(seed, SCHEMES),
          ...notYet,
          LIKE_BEARER,
          REPLACED,
          EXTENDED,
          TOKEN,
        ],
      };
    }
    case 'getPet':
      return { always: [another, TOKEN], others: [WRONG, REPLACED, TRUNCATED, EXTENDED, EMPTY, BASIC_USER, BARE] };
    default:
      return { always: [another, EMPTY, EXTENDED], others: [WRONG, REPLACED, TRUNCATED, TOKEN, BASIC_USER, BARE] };
  }
}

/** A valid key with another word behind it, which a reader of the first word alone does not see. Source: rule AUTH-6. */
export const FURTHER_WORD: Credential = authorization('the key and another word', 'primary', 'Bearer {primary} petvet');

/** A valid key under a word that only begins as Bearer does, which a reader of the beginning does not see. Source: rule AUTH-2. */
export const LIKE_BEARER: Credential = authorization('the key under BearerX', 'wrong', 'BearerX {primary}');

/** A valid key with a letter that is not of ASCII behind it, which not every comparison of keys takes. Source: RFC 9110, section 5.5; rule AUTH-2. */
export const BEYOND_ASCII: Credential = authorization(
  'the key and a letter beyond ASCII',
  'wrong',
  'Bearer {primary}\u00e9',
);

/** A valid key whose scheme name is written in another letter case. Source: RFC 9110, section 11.1; rule AUTH-6. */
export const OTHER_CASE: readonly Credential[] = [
  authorization('the key under `bearer`', 'primary', 'bearer {primary}'),
  authorization('the key under `BEARER`', 'primary', 'BEARER {primary}'),
];

/** A documented request by the primary key. */
export function asPrimary(method: string, target: string, body?: string): OutgoingRequest {
  return { method, target, headers: VALID.headers, ...(body !== undefined && { body }) };
}
