import { setTimeout } from 'node:timers/promises';
import { errorAnswer, withBody, withObject } from '../answer.ts';
import { bearerToken, type Caller } from '../authentication.ts';
import type { Hooks } from '../hooks.ts';
import { addresses, type PetRequest } from '../request.ts';
import { letIn, openTo } from './auth-open.ts';
import type { Defect } from './defect.ts';

/** Lets requests in whose bearer token resembles a key. */
function acceptToken(resembles: (token: string, key: string) => boolean): Hooks {
  return letIn((request, callers) => {
    const token = bearerToken(request);
    return token !== undefined && callers.some(({ key }) => resembles(token, key));
  });
}

/** Lets requests in whose whole Authorization value fits. */
function acceptValue(fits: (value: string, key: string) => boolean): Hooks {
  return letIn(
    ({ authorization: [value] }, callers) => value !== undefined && callers.some(({ key }) => fits(value, key)),
  );
}

/** Refuses valid keys for some requests. */
function refuseKeys(isRefused: (request: PetRequest) => boolean): Hooks {
  return {
    operate: (core, request, around) =>
      isRefused(request)
        ? errorAnswer(401, 'unauthorized', 'this API key is not known', [['WWW-Authenticate', 'Bearer']])
        : core(request, around),
  };
}

/** How long a request is under way, in milliseconds. */
const SLOW_MS = 10;

/** The share of a key that a careless comparison looks at. */
const COMPARED = 0.5;

/** Authentication. */
export const authDefects: Readonly<Record<string, Defect>> = {
  'key-in-header': {
    says: 'a key is taken from X-API-Key, too',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    ...letIn(({ incoming }, callers) => callers.some(({ key }) => incoming.headers['x-api-key'] === key)),
  },
  'key-in-cookie': {
    says: 'a key is taken from a cookie, too',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    ...letIn(({ incoming }, callers) =>
      callers.some(({ key }) => (incoming.headers.cookie ?? '').split('; ').includes(`token=${key}`)),
    ),
  },
  'key-in-query': {
    says: 'a key is taken from the query, too',
    breaks: ['AUTH-7', 'AUTH-1', 'AUTH-2'],
    ...letIn(({ query }, callers) => callers.some(({ key }) => query.get('access_token') === key)),
  },
  'key-in-query-as-key': {
    says: 'a key is taken from the query, too, under the name key',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    ...letIn(({ query }, callers) => callers.some(({ key }) => query.get('key') === key)),
  },
  'key-as-basic-user': {
    says: 'the key is taken as the user of the Basic scheme, too',
    breaks: ['AUTH-2', 'AUTH-7'],
    ...acceptValue((value, key) => value === `Basic ${Buffer.from(`${key}:`).toString('base64')}`),
  },
  'basic-on-get': {
    says: 'fetching a pet takes the key under any scheme',
    breaks: ['AUTH-2'],
    ...letIn(
      (request, callers) =>
        addresses(request, 'getPet') &&
        callers.some(({ key }) => (request.authorization[0] ?? '').split(' ').at(-1) === key),
    ),
  },
  'empty-token-on-post': {
    says: 'adding a pet takes an empty token',
    breaks: ['AUTH-2', 'AUTH-4'],
    ...letIn((request) => addresses(request, 'createPet') && /^bearer *$/i.test(request.authorization[0] ?? '')),
  },
  'no-key-403': {
    says: 'a request without a key gets 403',
    breaks: ['AUTH-1'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      if (answer.status !== 401 || request.authorization.length > 0) return answer;
      const { body } = errorAnswer(403, 'forbidden', 'an API key is required');
      return withBody({ ...answer, status: 403 }, body);
    },
  },
  'no-key-empty-list': {
    says: 'a list without a key is 200 with no pets',
    breaks: ['AUTH-1', 'AUTH-7'],
    ...openTo('listPets'),
    list: (core, query, store, request) => (request.authorization.length === 0 ? [] : core(query, store, request)),
  },
  'any-key': {
    says: 'any bearer token is a valid key',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...letIn((request) => bearerToken(request) !== undefined),
  },
  'key-known-from-the-second-time': {
    says: 'a key that was rejected once is accepted as a known one afterwards',
    breaks: ['AUTH-2', 'AUTH-4'],
    remembering: () => {
      const seen = new Set<string>();
      return letIn((request) => {
        const token = bearerToken(request);
        if (token === undefined || seen.has(token)) return token !== undefined;
        seen.add(token);
        return false;
      });
    },
  },
  'any-key-on-get': {
    says: 'any bearer token is a valid key for fetching a pet',
    breaks: ['AUTH-2', 'AUTH-7'],
    ...letIn((request) => bearerToken(request) !== undefined && addresses(request, 'getPet')),
  },
  'key-of-another-request': {
    says: 'a request without a key is treated as one of the caller whose request is under way',
    breaks: ['AUTH-1', 'AUTH-7'],
    isBrief: true,
    remembering: () => {
      let current: Caller | undefined;
      return {
        authenticate: (core, request, callers) => {
          const caller = core(request, callers);
          current = caller ?? current;
          return caller ?? (request.authorization.length === 0 ? current : undefined);
        },
        serve: async (core, request, around) => {
          const answer = await core(request, around);
          await setTimeout(SLOW_MS);
          current = undefined;
          return answer;
        },
      };
    },
  },
  'half-a-key': {
    says: 'only the first half of a key is compared',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => token.startsWith(key.slice(0, Math.ceil(key.length * COMPARED)))),
  },
  'key-length-only': {
    says: 'any token as long as a key is valid',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => token.length === key.length),
  },
  'cut-key': {
    says: 'a key that lost characters at its end is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => token.length >= 8 && key.startsWith(token)),
  },
  'extended-key': {
    says: 'a key with more characters after it is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => token.startsWith(key)),
  },
  'key-at-the-end': {
    says: 'a key with more characters before it is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => token.endsWith(key)),
  },
  'key-letters-only': {
    says: 'a token with the letters of a key in any order is accepted, as when checksums are compared',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token, key) => lettersOf(token) === lettersOf(key)),
  },
  'null-as-key': {
    says: 'the words null and undefined are accepted as a key, as when a key is looked up that is not configured',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token) => token === 'null' || token === 'undefined'),
  },
  'key-inherited': {
    says: 'keys are looked up in a plain object, which has names that nobody gave it, such as constructor',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptToken((token) => token in {}),
  },
  'scheme-begins-as-bearer': {
    says: 'a scheme need only begin with Bearer',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => /^bearer\S* /i.test(value) && value.endsWith(` ${key}`)),
  },
  'basic-scheme': {
    says: 'the scheme is ignored: Basic with a valid key is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => /^\w+ /.test(value) && value.endsWith(` ${key}`)),
  },
  'token-scheme': {
    says: 'a key under the scheme Token is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => value === `Token ${key}`),
  },
  'any-word-scheme': {
    says: 'a key is accepted under the schemes ApiKey, Key, JWT, Digest and OAuth, too',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => /^(api-?key|key|jwt|digest|oauth) /i.test(value) && value.endsWith(` ${key}`)),
  },
  'scheme-cut-by-length': {
    says: 'as many characters as `Bearer ` has are cut off, whatever they are',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => value.slice('Bearer '.length) === key),
  },
  'bare-key': {
    says: 'a key without a scheme is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value, key) => value === key),
  },
  'empty-token': {
    says: 'an empty bearer token is accepted',
    breaks: ['AUTH-2', 'AUTH-7', 'AUTH-4'],
    ...acceptValue((value) => /^bearer *$/i.test(value)),
  },
  'wrong-key-403': {
    says: 'a wrong key gets 403',
    breaks: ['AUTH-2'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      if (answer.status !== 401 || request.authorization.length === 0) return answer;
      const { body } = errorAnswer(403, 'forbidden', 'this API key is not known');
      return withBody({ ...answer, status: 403 }, body);
    },
  },
  'wrong-key-404-on-get': {
    says: 'a wrong key gets 404 when it asks for a pet',
    breaks: ['AUTH-2', 'AUTH-1'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      if (answer.status !== 401 || !addresses(request, 'getPet')) return answer;
      const { body } = errorAnswer(404, 'not_found', 'no pet has this id');
      return withBody({ ...answer, status: 404 }, body);
    },
  },
  'key-refused-on-get': {
    says: 'a valid key is refused when it fetches a pet',
    breaks: ['AUTH-3'],
    ...refuseKeys((request) => addresses(request, 'getPet')),
  },
  'key-refused-with-filter': {
    says: 'a valid key is refused when it asks for sold pets',
    breaks: ['AUTH-3'],
    ...refuseKeys((request) => addresses(request, 'listPets') && request.query.get('status') === 'sold'),
  },
  'key-echoed': {
    says: 'the message of a 400 or a 404 repeats the Authorization header',
    breaks: ['AUTH-8'],
    answer: (answer, { authorization: [value = ''] }) =>
      answer.status === 400 || answer.status === 404
        ? withObject(answer, (error) => ({ ...error, message: `${String(error['message'])} (${value})` }))
        : answer,
  },
};

function lettersOf(token: string): string {
  return Array.from(token).toSorted().join('');
}
