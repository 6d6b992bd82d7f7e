import { STATUS_CODES, type ServerResponse } from 'node:http';
import { errorAnswer, withBody, withHeader, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson } from '../server-json.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import { CATEGORIES } from '../seed-pets.ts';
import type { Variant } from './variant.ts';

/** Writes an answer by hand, with a status line of its own, and closes the connection. */
function byHand(statusLine: (status: number) => string): Hooks {
  return {
    deliver: (_core, answer, outgoing) => {
      const { socket } = outgoing;
      const lines = [statusLine(answer.status), ...answer.headers.map((pair) => pair.join(': '))];
      const head = `${lines.join('\r\n')}\r\nContent-Length: ${answer.body.length}\r\nConnection: close\r\n\r\n`;
      socket?.end(Buffer.concat([Buffer.from(head), isBodiless(outgoing) ? Buffer.alloc(0) : answer.body]));
    },
  };
}

function isBodiless({ req }: ServerResponse): boolean {
  return req.method === 'HEAD';
}

const pathOf = ({ target }: PetRequest): string => target.split('?')[0] ?? '/';

/** The path as a multiplexer writes it: without dots, and without slashes in a row. */
function cleaned(path: string): string {
  try {
    return new URL(decodeURIComponent(path).replaceAll(/\/{2,}/g, '/'), 'http://mux').pathname;
  } catch {
    return path;
  }
}

const text = (answer: Answer, status: number, words: string): Answer =>
  withBody({ ...answer, status }, `${words}\n`, 'text/plain; charset=utf-8');

/** Refuses creations that the specification leaves open, or of an unknown category, in a way of its own. */
function refusing(
  answer: Answer,
  isRefused: (name: string, fields: readonly string[], category: unknown) => boolean,
): Hooks {
  let isOpen = false;
  return {
    operate: async (core, request, around) => {
      if (!addresses(request, 'createPet')) return core(request, around);
      const fields = readJson(new TextDecoder().decode(request.body));
      const { name, categoryId } = isJsonObject(fields) ? fields : {};
      isOpen = isJsonObject(fields) && typeof name === 'string' && isRefused(name, Object.keys(fields), categoryId);
      return core(request, around);
    },
    readNewPet: (core, body) => {
      const newPet = core(body);
      if (isRefusal(newPet) || !isOpen) return newPet;
      return { refused: { status: answer.status, code: 'unprocessable', message: 'this cannot be added' } };
    },
  };
}

/** The habits of servers, frameworks and multiplexers. */
export const platformVariants: Readonly<Record<string, Variant>> = {
  'http-1.0': {
    says: 'responses are HTTP/1.0, one for each connection',
    ...byHand((status) => `HTTP/1.0 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`),
  },
  'reasons-of-its-own': {
    says: 'the status line has a reason of its own, in other letters',
    ...byHand((status) => `HTTP/1.1 ${status} n\u00e4mlich`),
  },
  'no-reasons': { says: 'the status line has no reason', ...byHand((status) => `HTTP/1.1 ${status} `) },
  'upgrade-offered': {
    says: 'responses offer an upgrade to another version of HTTP',
    answer: (answer) => withHeader(withHeader(answer, 'Upgrade', 'h2,h2c'), 'Connection', 'Upgrade, Keep-Alive'),
  },
  'headers-of-12-kb': {
    says: 'responses carry a policy of 12 kB',
    answer: (answer) =>
      withHeader(answer, 'Content-Security-Policy', `default-src ${'https://a.example '.repeat(650)}`),
  },
  'coding-identity': {
    says: 'responses name the coding identity, and a language',
    answer: (answer) => withHeader(withHeader(answer, 'Content-Encoding', 'identity'), 'Content-Language', 'en'),
  },
  'paths-cleaned-301': {
    says: 'a path with dots or several slashes is redirected to a clean one, without checking the key',
    answer: (answer, request) => {
      const path = pathOf(request);
      const clean = cleaned(path);
      const isOdd = clean !== path && /\/\/|%2e|%2f|\/\.\.?(\/|$)/i.test(path) && answer.status !== 429;
      return isOdd ? withHeader(text(answer, 301, 'Moved Permanently'), 'Location', clean) : answer;
    },
  },
  'unknown-paths-text': {
    says: 'paths and methods that do not exist get 404 and 405 as plain text, without checking the key',
    answer: (answer, { route }) => {
      if (route.operation !== undefined || answer.status === 429) return answer;
      return route.allow === undefined
        ? text(answer, 404, '404 page not found')
        : withHeader(text(answer, 405, 'Method Not Allowed'), 'Allow', route.allow);
    },
  },
  'odd-creations-422': {
    says: 'fields that are not documented, and names of more than 200 characters or with control characters, get 422',
    remembering: () =>
      refusing(
        errorAnswer(422, 'unprocessable', 'this cannot be added'),
        (name, fields) =>
          name.length > 200 || /\p{Cc}/u.test(name) || fields.some((field) => !DOCUMENTED.includes(field)),
      ),
  },
  'unknown-category-404': {
    says: 'a pet of a category that no other pet has gets 404',
    remembering: () =>
      refusing(errorAnswer(404, 'no_category', 'there is no such category'), (_name, _fields, category) =>
        CATEGORIES.every((known) => known !== category),
      ),
  },
  'unknown-category-422': {
    says: 'a pet of a category that no other pet has gets 422',
    closeTo: ['CREATE-1'],
    remembering: () =>
      refusing(errorAnswer(422, 'no_category', 'there is no such category'), (_name, _fields, category) =>
        CATEGORIES.every((known) => known !== category),
      ),
  },
  'surrogates-replaced': {
    says: 'half a character in a name becomes the sign of what cannot be shown',
    readNewPet: (core, body) =>
      core(Buffer.from(new TextDecoder().decode(body).replaceAll(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/gi, '\\ufffd'))),
  },
};

const DOCUMENTED: readonly string[] = ['name', 'categoryId', 'status'];
