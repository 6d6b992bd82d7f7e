import fc from 'fast-check';
import { printExactJson } from '../evidence/exact-json.ts';
import type { HeaderPair } from '../evidence/exchange.ts';
import type { Ingredients } from './bodies.ts';
import type { Draw } from './draws.ts';

/** A request meant to break a careless service, and why, in words. */
export interface HostileRequest {
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
}

const LONG_NAME = 100_000;
const DEEP = 10_000;

/** Oddities that no service needs to look at. Each line stays below 8 kB, which is what gateways take. */
const ODD_HEADERS: readonly HeaderPair[] = [
  ['Accept', 'text/plain;q=x, */*;q=0.1'],
  ['Accept-Language', '\u00e9;q=9, -'],
  ['X-Petvet', 'a'.repeat(5_000)],
];

const muchOfEverything = `/pets?limit=1&${Array.from({ length: 150 }, (_, n) => `p${n}=${'a'.repeat(25)}`).join('&')}&p[$gt]=%ff`;

/** Hostile queries, paths and headers: they change nothing. Rule ERR-7. */
export const hostileReads: Draw<HostileRequest> = {
  always: [
    get('a NUL in a filter', '/pets?status=sold%00'),
    get('a percent sign that encodes nothing', '/pets?status=%zz'),
    get('a very long limit', `/pets?limit=${'9'.repeat(400)}`),
    get('parameters given twice, and as lists', '/pets?limit=3&limit=7&status=x&status=y&status[]=z'),
    { ...get('much of everything', muchOfEverything), headers: ODD_HEADERS },
  ],
  any: fc.constantFrom(
    get('an invalid UTF-8 sequence in a filter', '/pets?status=%ff%fe'),
    get('a very long query', `/pets?limit=5&status=${'a'.repeat(6_000)}`),
    get('many parameters', `/pets?${Array.from({ length: 200 }, (_, n) => `p${n}=1`).join('&')}`),
    get('parameters as an array', '/pets?limit[]=5&status[]=sold'),
    get('parameters as an object', '/pets?limit[$gt]=5'),
    get('a quotation mark in a filter', "/pets?status=sold'%20OR%20'1'='1"),
    get('a quotation mark in a petId', "/pets/7'"),
    get('a petId with a NUL', '/pets/7%00'),
    get('an encoded slash in a petId', '/pets/7%2F8'),
    get('dots in a petId', '/pets/%2e%2e%2f'),
    get('a very long petId', `/pets/${'7'.repeat(3_000)}`),
    get('an odd Accept', '/pets?limit=1', [['Accept', 'text/plain;q=x, */nothing']]),
    get('a very long header', '/pets?limit=1', [['X-Petvet', 'a'.repeat(6_000)]]),
    get('an odd Accept-Language', '/pets?limit=1', [['Accept-Language', '\u00e9;q=9, -']]),
    get('a Range', '/pets?limit=5', [['Range', 'bytes=9-3']]),
    { what: 'HEAD', method: 'HEAD', target: '/pets?limit=1' },
    { what: 'OPTIONS', method: 'OPTIONS', target: '/pets' },
  ),
};

/**
 * Hostile bodies. Only the NUL may be accepted: what would spoil every later list, such as a lone surrogate that comes out
 * as invalid UTF-8, or fill it, is in a body that must be refused for its last field. Rule ERR-7.
 */
export function hostileBodies({ name, categoryId, status }: Ingredients): Draw<HostileRequest> {
  const rest = `"categoryId":${categoryId},"status":"${status}"`;
  return {
    always: [
      post('a NUL in the name', `{"name":"${name()}\\u0000",${rest}}`),
      post('a lone surrogate in the name', `{"name":"${name()}\\ud800","categoryId":${categoryId},"status":"adopted"}`),
      post(
        'deep nesting under a key given twice',
        `{"name":"${name()}","categoryId":null,"more":7,"more":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
      ),
      post('a name of 100 kB', printExactJson({ name: name().padEnd(LONG_NAME, 'x'), status })),
      post('a number of 400 digits', `{"name":"${name()}","categoryId":${'9'.repeat(400)}}`),
    ],
    any: fc.constantFrom(
      post('duplicate keys', `{"name":"${name()}","name":7,"categoryId":null,"status":"${status}"}`),
      post('a number beyond a double', `{"name":"${name()}","categoryId":1e999}`),
      post(
        'a prototype',
        `{"__proto__":{"name":"${name()}","categoryId":${categoryId}},"constructor":{"prototype":{}}}`,
      ),
      post('a deeply nested array', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
      post('an empty name of a field', `{"":1,"name":"${name()}"}`),
      { ...post('another content type', `{"name":"${name()}"}`), headers: [['Content-Type', 'text/plain']] },
      {
        ...post('an odd charset', `{"name":"${name()}"}`),
        headers: [['Content-Type', 'application/json; charset=utf-99']],
      },
      {
        ...post('an unknown content coding', `{"name":"${name()}"}`),
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'petvet'],
        ],
      },
    ),
  };
}

function get(what: string, target: string, headers?: readonly HeaderPair[]): HostileRequest {
  return { what, method: 'GET', target, ...(headers !== undefined && { headers }) };
}

function post(what: string, body: string): HostileRequest {
  return { what, method: 'POST', target: '/pets', headers: [['Content-Type', 'application/json']], body };
}
