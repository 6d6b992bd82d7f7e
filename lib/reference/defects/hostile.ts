import { isPetStatus } from '../../contract/pets.ts';
import { errorAnswer } from '../answer.ts';
import { isDecodable } from '../decodable.ts';
import type { Hooks } from '../hooks.ts';
import { depthOf, isJsonObject, readJson } from '../server-json.ts';
import { addresses, type PetRequest } from '../request.ts';
import { textOf } from './creating.ts';
import type { Defect } from './defect.ts';

/** Fails with 500 at some requests, before anything else looks at what they ask for. */
function failing(isFatal: (request: PetRequest) => boolean): Hooks {
  return {
    operate: (core, request, around) =>
      isFatal(request) ? errorAnswer(500, 'internal', 'something went wrong') : core(request, around),
  };
}

function failingOnQuery(isFatal: (query: string, parameters: URLSearchParams) => boolean): Hooks {
  return failing(({ target, query }) => isFatal(target.slice(target.indexOf('?') + 1 || target.length), query));
}

function failingOnBody(isFatal: (text: string) => boolean): Hooks {
  return failing((request) => addresses(request, 'createPet') && isFatal(textOf(request.body)));
}

function failingOnName(isFatal: (name: string) => boolean): Hooks {
  return failingOnBody((text) => {
    const fields = readJson(text);
    const name = isJsonObject(fields) ? fields['name'] : undefined;
    return typeof name === 'string' && isFatal(name);
  });
}

function failingOnHeader(name: string, isFatal: (value: string) => boolean): Hooks {
  return failing(({ incoming }) => {
    const value = incoming.headersDistinct[name]?.join(', ');
    return value !== undefined && isFatal(value);
  });
}

/** The first byte of whatever is gzip. */
const GZIP_MARK = 0x1f;

/** Input that no one foresaw. */
export const hostileDefects: Readonly<Record<string, Defect>> = {
  'status-of-every-object-500': {
    says: 'a status filter with the name of a member that every object has gets 500',
    breaks: ['ERR-3'],
    ...failingOnQuery((_query, parameters) => (parameters.get('status') ?? '') in {}),
  },
  'name-nul-500': {
    says: 'a NUL in a name gets 500',
    breaks: ['ERR-7'],
    ...failingOnName((name) => name.includes('\u0000')),
  },
  'name-surrogate-500': {
    says: 'half a surrogate pair in a name gets 500',
    breaks: ['ERR-7'],
    ...failingOnName((name) => !name.isWellFormed()),
  },
  'name-emoji-500': {
    says: 'an emoji in a name gets 500',
    breaks: ['ERR-3', 'ERR-7', 'CREATE-1'],
    ...failingOnName((name) => /\p{Extended_Pictographic}/u.test(name)),
  },
  'name-quote-500': {
    says: 'an apostrophe in a name gets 500',
    breaks: ['ERR-3', 'ERR-7', 'CREATE-1'],
    ...failingOnName((name) => name.includes("'")),
  },
  'name-long-500': {
    says: 'a name of more than 255 characters gets 500, when all else is in order',
    breaks: ['ERR-3', 'ERR-7'],
    ...failingOnBody((text) => {
      const fields = readJson(text);
      if (!isJsonObject(fields)) return false;
      const { name, categoryId } = fields;
      return typeof name === 'string' && name.length > 255 && typeof categoryId === 'bigint';
    }),
  },
  'body-long-500': {
    says: 'a body of more than 64 kB gets 500',
    breaks: ['ERR-7'],
    ...failing((request) => (request.body?.length ?? Infinity) > 65_536),
  },
  'body-huge-500': {
    says: 'a body of more than a megabyte gets 500',
    breaks: ['ERR-7'],
    ...failing((request) => request.body === undefined),
  },
  'surrogate-stored-500': {
    says: 'half a surrogate pair in a name gets 500, when all else is in order',
    breaks: ['ERR-7'],
    ...failingOnBody((text) => {
      const fields = readJson(text);
      if (!isJsonObject(fields)) return false;
      const { name, categoryId, status } = fields;
      return typeof name === 'string' && !name.isWellFormed() && typeof categoryId === 'bigint' && isPetStatus(status);
    }),
  },
  'gzip-broken-500': {
    says: 'a body that is labelled gzip and is not gets 500',
    breaks: ['ERR-7'],
    ...failing(({ incoming, body }) => incoming.headers['content-encoding'] === 'gzip' && body?.[0] !== GZIP_MARK),
  },
  'body-invalid-utf8-500': {
    says: 'a body that is not UTF-8 gets 500',
    breaks: ['ERR-7'],
    ...failingOnBody((text) => text.includes('\ufffd')),
  },
  'no-media-type-500': {
    says: 'a creation that does not say what its body is gets 500',
    breaks: ['ERR-7', 'ERR-3'],
    ...failing((request) => addresses(request, 'createPet') && request.incoming.headers['content-type'] === undefined),
  },
  'body-deep-500': {
    says: 'a body that is nested deeper than a thousand levels gets 500',
    breaks: ['ERR-7'],
    ...failingOnBody((text) => depthOf(text) > 1_000),
  },
  'body-very-deep-500': {
    says: 'a body that is nested deeper than 8000 levels gets 500',
    breaks: ['ERR-7'],
    ...failingOnBody((text) => depthOf(text) > 8_000),
  },
  'number-huge-500': {
    says: 'a number of more than 300 digits gets 500',
    breaks: ['ERR-7', 'CREATE-6'],
    ...failingOnBody((text) => /\d{300,}/.test(text)),
  },
  'keys-twice-500': {
    says: 'a body that gives a key twice gets 500',
    breaks: ['ERR-7'],
    ...failingOnBody((text) => /"(\w+)"\s*:[^{}]*"\1"\s*:/.test(text)),
  },
  'query-nul-500': {
    says: 'a NUL in a query gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((query) => /%00/.test(query)),
  },
  'query-percent-500': {
    says: 'a query that cannot be decoded gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((query) => !isDecodable(query)),
  },
  'query-invalid-utf8-500': {
    says: 'percent-encoded bytes in a query that are not UTF-8 get 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((query) => /%f[ef]/i.test(query)),
  },
  'query-limit-long-500': {
    says: 'a limit of more digits than a number holds gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((_query, parameters) => /^\d{20,}$/.test(parameters.get('limit') ?? '')),
  },
  'query-limit-digit-500': {
    says: 'a limit of what only Unicode calls a digit, such as ², gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((_query, parameters) => /^\p{No}+$/u.test(parameters.get('limit') ?? '')),
  },
  'query-limit-twice-500': {
    says: 'a limit that is given twice gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((_query, parameters) => parameters.getAll('limit').length > 1),
  },
  'query-status-twice-500': {
    says: 'a status that is given twice gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((_query, parameters) => parameters.getAll('status').length > 1),
  },
  'query-brackets-500': {
    says: 'parameters as an array get 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((query) => /^[^=]*(\[|%5b)|&[^=]*(\[|%5b)/i.test(query)),
  },
  'query-many-500': {
    says: 'more than a hundred parameters get 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((_query, parameters) => [...parameters].length > 100),
  },
  'query-long-500': {
    says: 'a query of more than 4000 characters gets 500',
    breaks: ['ERR-7'],
    ...failingOnQuery((query) => query.length > 4_000),
  },
  'query-quote-500': {
    says: 'an apostrophe in a filter gets 500',
    breaks: ['ERR-3', 'ERR-7'],
    ...failingOnQuery((_query, parameters) => (parameters.get('status') ?? '').includes("'")),
  },
  'query-pattern-500': {
    says: 'a filter is treated as a regular expression, and an invalid one gets 500',
    breaks: ['ERR-3', 'ERR-7'],
    ...failingOnQuery((_query, parameters) => isNoPattern(parameters.get('status') ?? '')),
  },
  'header-long-500': {
    says: 'a header of more than 4000 characters gets 500',
    breaks: ['ERR-7'],
    ...failing(({ incoming }) => incoming.rawHeaders.some((part) => part.length > 4_000)),
  },
  'headers-twice-500': {
    says: 'a header that is given twice gets 500',
    breaks: ['ERR-7'],
    ...failing(({ incoming }) =>
      Object.entries(incoming.headersDistinct).some(
        ([name, values = []]) => name !== 'authorization' && values.length > 1,
      ),
    ),
  },
  'content-type-twice-500': {
    says: 'a Content-Type that is given twice gets 500',
    breaks: ['ERR-7', 'CREATE-5'],
    ...failing(({ incoming }) => (incoming.headersDistinct['content-type'] ?? []).length > 1),
  },
  'body-chunked-500': {
    says: 'a body whose length is not announced gets 500',
    breaks: ['ERR-7', 'CREATE-5', 'CREATE-6'],
    ...failing(
      (request) => addresses(request, 'createPet') && request.incoming.headers['transfer-encoding'] !== undefined,
    ),
  },
  'accept-odd-500': {
    says: 'an Accept that cannot be parsed gets 500',
    breaks: ['ERR-7', 'ERR-3'],
    ...failingOnHeader('accept', (value) => /q=[^\d,;]/.test(value)),
  },
  'content-type-odd-500': {
    says: 'a charset that does not exist gets 500',
    breaks: ['ERR-7', 'ERR-3', 'CREATE-5'],
    ...failingOnHeader('content-type', (value) => /charset=(?!utf-8)/i.test(value)),
  },
  'pet-id-long-500': {
    says: 'a petId of more than a thousand digits gets 500',
    breaks: ['ERR-7', 'GET-3'],
    ...failing(({ route }) => route.operation === 'getPet' && route.petId.length > 1_000),
  },
  'pet-id-text-500': {
    says: 'a petId that is not a number gets 500',
    breaks: ['ERR-3', 'ERR-7', 'GET-3'],
    ...failing(({ route }) => route.operation === 'getPet' && !/^-?\d+$/.test(route.petId)),
  },
  'pet-id-beyond-int64-500': {
    says: 'a petId beyond int64 gets 500',
    breaks: ['ERR-3', 'ERR-7', 'GET-3'],
    ...failing(({ route }) => route.operation === 'getPet' && /^-?\d{20,}$/.test(route.petId)),
  },
  'pet-id-negative-500': {
    says: 'a negative petId gets 500',
    breaks: ['ERR-3', 'ERR-7', 'GET-2'],
    ...failing(({ route }) => route.operation === 'getPet' && /^-\d+$/.test(route.petId)),
  },
  'limit-text-500': {
    says: 'a limit that is not a number gets 500',
    breaks: ['ERR-3', 'ERR-7'],
    ...failing(
      (request) => addresses(request, 'listPets') && /\D/.test((request.query.get('limit') ?? '').replace(/^-/, '')),
    ),
  },
  'status-unknown-500': {
    says: 'a status filter that does not exist gets 500',
    breaks: ['ERR-3', 'ERR-7'],
    ...failingOnQuery((_query, parameters) => {
      const status = parameters.get('status') ?? 'sold';
      return /^[a-z]+$/.test(status) && !isPetStatus(status);
    }),
  },
  'deep-array-500': {
    says: 'an array that is nested deeply gets 500 instead of a refusal',
    breaks: ['ERR-7', 'CREATE-7'],
    ...failingOnBody((text) => /^\s*\[/.test(text) && depthOf(text) > 100),
  },
};

function isNoPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source === '';
  } catch {
    return true;
  }
}
