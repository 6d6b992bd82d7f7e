import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Rule } from './rule.ts';

/** Authentication. Source: specification, section 5. */
export const authRules = {
  'AUTH-1': {
    level: 'must',
    says: 'without an Authorization header every operation returns 401',
    source: 'section 5, 3; section 7',
    judged:
      'on an otherwise valid request; 429 is possible at any time; getPet is no longer an operation once it is removed',
    operations: OPERATION_NAMES,
    shownOn: ['lists', 'pets'],
    toFix: 'Authenticate in front of all routes and of every cache, not in individual handlers.',
  },
  'AUTH-2': {
    level: 'must',
    says: 'with an invalid key every operation returns 401',
    source: 'section 5, 2 and 3; section 7',
    judged:
      'a wrong key, an altered, truncated or extended valid key, an empty token, another scheme, a key without scheme',
    operations: OPERATION_NAMES,
    toFix: 'Compare the scheme and the whole token, and send 401 whatever is wrong with the header.',
  },
  'AUTH-3': {
    level: 'must',
    says: 'a valid key is accepted on every operation',
    source: 'section 5, 1 and 2',
    judged: '401 fails; 403 is inconclusive, because nothing shows what a key may do',
    operations: OPERATION_NAMES,
    shownOn: ['lists', 'pets', 'creations'],
    toFix: 'Accept the key on every operation; look for a route, a method or a role that is configured separately.',
  },
  'AUTH-4': {
    level: 'must',
    says: 'a create rejected with 401 has no effect',
    source: 'section 5, 3; section 7',
    judged: 'a violation only if the pet is found afterwards',
    needs: ['writes'],
    shownOn: ['lists'],
    toFix: 'Authenticate before anything is stored, and in the same transaction if storing is asynchronous.',
    again: { over: 'sets', of: 'refused creations' },
  },
  'AUTH-5': {
    level: 'should',
    says: 'a 401 carries WWW-Authenticate: Bearer',
    source: 'RFC 9110, section 11.6.1; RFC 6750, section 3',
    judged: 'on every 401',
    shownOn: ['unauthorized'],
    ofAnyRequest: true,
    ofContent: true,
    toFix: 'Add `WWW-Authenticate: Bearer` where the 401 is made, once for all operations.',
  },
  'AUTH-6': {
    level: 'should',
    says: 'the scheme name Bearer is case-insensitive',
    source: 'RFC 9110, section 11.1',
    judged: 'a valid key after `bearer` or `BEARER` is accepted; a key followed by another word should not be',
    toFix: 'Compare the scheme without regard to letter case, and reject anything after the token.',
  },
  'AUTH-7': {
    level: 'must',
    says: 'a request without a valid key never gets a 2xx, whatever else is wrong with it',
    source: 'section 5, 1 and 3',
    judged: 'which error is returned when several apply is only recorded',
    operations: OPERATION_NAMES,
    shownOn: ['unauthorized'],
    toFix: 'Authenticate first: nothing about the query, the body or the path may skip it.',
  },
  'AUTH-8': {
    level: 'should',
    says: 'no response repeats the API key in its body or headers',
    source: 'RFC 6750, section 5.3',
    judged: 'on every response, for the key as it is and in common encodings such as hex, base64 and percent-encoding',
    shownOn: ['every response'],
    ofContent: true,
    toFix: 'Do not put request headers into error messages or debug output.',
  },
} as const satisfies Record<string, Rule>;
