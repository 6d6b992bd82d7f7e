import { createHash } from 'node:crypto';
import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { errorAnswer, withBody, withHeader, withObject, type Answer } from '../answer.ts';
import { readNewPet } from '../new-pet.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Variant } from './variant.ts';

/** How many requests a key is valid for, where keys expire. */
const KEY_LIFE = 50;

/** Tells in a header something of the token that was sent. */
function telling(name: string, say: (token: string) => string): (answer: Answer, request: PetRequest) => Answer {
  return (answer, { authorization: [value = ''] }) => {
    const token = value.split(' ').at(-1) ?? '';
    return token === '' ? answer : withHeader(answer, name, say(token));
  };
}

/** Authentication. */
export const authVariants: Readonly<Record<string, Variant>> = {
  'no-www-authenticate': {
    says: 'a 401 names no scheme',
    closeTo: ['AUTH-5'],
    warns: ['AUTH-5'],
    answer: (answer) => withHeader(answer, 'WWW-Authenticate'),
  },
  'key-hinted': {
    says: 'a header shows the first and the last four characters of the key, as consoles do',
    closeTo: ['AUTH-8'],
    answer: telling('X-Key-Hint', (token) => `${token.slice(0, 4)}...${token.slice(-4)}`),
  },
  'key-fingerprinted': {
    says: 'a header has the SHA-256 of the key, by which logs are searched',
    closeTo: ['AUTH-8'],
    answer: telling('X-Key-Fingerprint', (token) => createHash('sha256').update(token).digest('hex')),
  },
  'refused-keys-begun': {
    says: 'the message of a 401 repeats the scheme and the first eight characters of what was sent',
    closeTo: ['AUTH-8'],
    answer: (answer, { authorization: [value = ''] }) => {
      const [scheme = '', token = ''] = value.split(' ');
      return answer.status === 401 && token !== ''
        ? withObject(answer, (error) => ({ ...error, message: `no key begins with ${scheme} ${token.slice(0, 8)}` }))
        : answer;
    },
  },
  'no-limit-without-key': {
    says: 'a caller without a valid key has a limit of 0: a 401 says so in its headers',
    answer: (answer) =>
      answer.status === 401
        ? withHeader(withHeader(answer, RATE_LIMIT_HEADERS.limit, '0'), RATE_LIMIT_HEADERS.remaining, '0')
        : answer,
  },
  'realm-named': {
    says: 'a 401 names a realm and an error with its scheme',
    closeTo: ['AUTH-5'],
    answer: (answer) =>
      answer.status === 401
        ? withHeader(answer, 'WWW-Authenticate', 'bearer realm="pets", error="invalid_token"')
        : answer,
  },
  'scheme-exact': {
    says: 'the scheme is accepted only as Bearer, letter case included',
    closeTo: ['AUTH-6'],
    warns: ['AUTH-6'],
    authenticate: (core, request, callers) =>
      request.authorization[0]?.startsWith('Bearer ') === true ? core(request, callers) : undefined,
  },
  'first-word-is-key': {
    says: 'of what follows the scheme only the first word is read',
    closeTo: ['AUTH-6'],
    warns: ['AUTH-6'],
    authenticate: (core, request, callers) =>
      core({ ...request, authorization: request.authorization.map(withoutFurtherWords) }, callers),
  },
  'further-word-400': {
    says: 'credentials that are not well-formed get 400 as those of nobody',
    closeTo: ['AUTH-2'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      const isMeant = answer.status === 401 && request.authorization.some((value) => / \S+ \S/.test(value));
      return isMeant
        ? withBody({ ...answer, status: 400 }, errorAnswer(400, 'invalid_request', 'malformed').body)
        : answer;
    },
  },
  'body-before-key': {
    says: 'an invalid body gets its 400 even without a valid key',
    closeTo: ['AUTH-4', 'AUTH-7'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      if (answer.status !== 401 || !addresses(request, 'createPet') || !isHopeless(request.body)) return answer;
      return core({ ...request, authorization: [`Bearer ${around.settings.callers[0]?.key ?? ''}`] }, around);
    },
  },
  'key-expires': {
    says: 'each key is valid for fifty requests, and then expires',
    closeTo: ['AUTH-3'],
    remembering: () => {
      const uses = new Map<string, number>();
      return {
        authenticate: (core, request, callers) => {
          const caller = core(request, callers);
          if (caller === undefined) return undefined;
          uses.set(caller.key, (uses.get(caller.key) ?? 0) + 1);
          return (uses.get(caller.key) ?? 0) > KEY_LIFE ? undefined : caller;
        },
      };
    },
  },
  'unknown-paths-need-no-key': {
    says: 'what does not exist gets 404 or 405 even without a valid key',
    closeTo: ['AUTH-1'],
    authenticate: (core, request, callers) =>
      core(request, callers) ?? (request.route.operation === undefined ? callers[0] : undefined),
  },
};

function withoutFurtherWords(value: string): string {
  return value.split(' ').slice(0, 2).join(' ');
}

function isHopeless(body: Uint8Array | undefined): boolean {
  return body === undefined || isRefusal(readNewPet(body));
}
