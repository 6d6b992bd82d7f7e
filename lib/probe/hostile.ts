import type { HeaderPair } from '../evidence/exchange.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Ingredients } from './bodies.ts';
import { exactly, listed, type Draw } from './draws.ts';
import { HOSTILE_INPUTS, withoutInputs, type HostileInput } from './hostile-inputs.ts';

/** A request meant to break a careless service: what is hostile about it, by name and in words, and how it is sent. */
export interface HostileRequest {
  readonly inputs: readonly HostileInput[];
  readonly what: string;
  readonly request: OutgoingRequest;
}

const LONG_NAME = 100_000;
/** Beyond what most frameworks and gateways let through unasked. */
const HUGE_NAME = 2_097_152;
const DEEP = 10_000;
const LONG_NUMBER = '9'.repeat(400);
/** Beyond the digits that Python's reader of integers takes. */
const LONGER_NUMBER = '9'.repeat(5_000);

/** Oddities that no service needs to look at. Each line stays below 8 kB, which is what gateways take. */
const ODD_ACCEPT: HeaderPair = ['Accept', 'text/plain;q=x, */*;q=0.1'];
const ODD_LANGUAGE: HeaderPair = ['Accept-Language', '\u00e9;q=9, -'];
const ODD_CONDITIONS: readonly HeaderPair[] = [
  ['If-None-Match', '"petvet'],
  ['If-Modified-Since', 'yesterday'],
];
const ODD_COOKIE: HeaderPair = ['Cookie', '=petvet; ;a=%zz="'];
const LONG_HEADER: HeaderPair = ['X-Petvet', 'a'.repeat(5_000)];

/** One that is a list, one that is none, and one that nobody knows. */
const HEADERS_TWICE: readonly HeaderPair[] = [
  ['Accept', 'application/json'],
  ['Accept', 'text/*;q=0.5'],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'text/plain'],
  ['X-Petvet', '1'],
  ['X-Petvet', '2'],
];

const muchOfEverything = `/pets?limit=1&${Array.from({ length: 150 }, (_, n) => `p${n}=${'a'.repeat(25)}`).join('&')}&a;b=1&p[$gt]=%ff`;

/**
 * Hostile queries, paths and headers: they change nothing. Rule ERR-7.
 *
 * @param leftOut - short names of inputs that are not to be sent
 */
export function hostileReads(leftOut: readonly string[] = []): Draw<HostileRequest> {
  return drawOf(READS, DRAWN_READS, leftOut);
}

const READS: readonly HostileRequest[] = [
  get(['query-twice', 'query-array', 'headers-twice'], '/pets?limit=500&limit=300&status[]=z', HEADERS_TWICE),
  get(
    ['query-long', 'query-many', 'query-object', 'query-utf8', 'header-long', 'accept-language', 'condition', 'cookie'],
    muchOfEverything,
    [ODD_LANGUAGE, LONG_HEADER, ...ODD_CONDITIONS, ODD_COOKIE],
  ),
  get(['query-nul'], '/pets?status=sold%00'),
  // Together, because who decodes the one reads the other, and who refuses a status reads no limit. Many languages take ² for a digit, and their
  // readers of numbers do not.
  get(['query-percent', 'limit-digit'], '/pets?petvet=%zz&limit=%C2%B2'),
  get(['limit-long', 'accept'], `/pets?limit=${LONG_NUMBER}`, [ODD_ACCEPT]),
];

const DRAWN_READS: readonly HostileRequest[] = [
  get(['query-utf8'], '/pets?status=%ff%fe'),
  get(['query-percent'], '/pets?status=%zz'),
  get(['limit-digit'], '/pets?limit=%C2%B2'),
  get(['limit-long'], `/pets?limit=${LONG_NUMBER}`),
  get(['query-long'], `/pets?limit=5&status=${'a'.repeat(6_000)}`),
  get(['query-many'], `/pets?${Array.from({ length: 200 }, (_, n) => `p${n}=1`).join('&')}`),
  get(['query-twice'], '/pets?limit=3&limit=7'),
  get(['query-array'], '/pets?limit[]=5&status[]=sold'),
  get(['query-object'], '/pets?limit[$gt]=5'),
  get(['id-quote'], "/pets/7'"),
  get(['id-nul'], '/pets/7%00'),
  get(['id-slash'], '/pets/7%2F8'),
  get(['id-dots'], '/pets/%2e%2e%2f'),
  get(['accept'], '/pets?limit=1', [['Accept', 'text/plain;q=x, */nothing']]),
  get(['header-long'], '/pets?limit=1', [['X-Petvet', 'a'.repeat(6_000)]]),
  get(['headers-twice'], '/pets?limit=1', HEADERS_TWICE),
  get(['accept-language'], '/pets?limit=1', [ODD_LANGUAGE]),
  get(['condition'], '/pets?limit=1', ODD_CONDITIONS),
  get(['cookie'], '/pets?limit=1', [ODD_COOKIE]),
  get(['range'], '/pets?limit=5', [['Range', 'bytes=9-3']]),
  made(['head'], { method: 'HEAD', target: '/pets?limit=1', headers: [] }),
  made(['options'], { method: 'OPTIONS', target: '/pets', headers: [] }),
];

/**
 * Hostile bodies. Only the NUL may be accepted: what would spoil every later list, such as a lone surrogate that comes out
 * as invalid UTF-8, or fill it, is in a body that must be refused for its last field. Where what is stored does not last,
 * the surrogate is all that is odd, and one body is beyond usual sizes. Rule ERR-7.
 *
 * @param leftOut - short names of inputs that are not to be sent
 * @param isExpendable - whether what the service stores is of no use to anybody else
 */
export function hostileBodies(
  ingredients: Ingredients,
  leftOut: readonly string[] = [],
  isExpendable = false,
): Draw<HostileRequest> {
  const { name, categoryId, status } = ingredients;
  const rest = `"categoryId":${categoryId},"status":"${status}"`;
  const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  const longNumber = `{"name":"${name()}","categoryId":${LONGER_NUMBER}}`;
  const longName = (length: number) => `{"name":"${name().padEnd(length, 'x')}","status":"${status}"}`;
  const always = [
    // What follows the NUL shows who takes it for the end of the text, rather than leaves out control characters.
    post(['name-nul'], `{"name":"${name()}\\u0000 end",${rest}}`),
    isExpendable
      ? post(['name-surrogate'], `{"name":"${name()}\\ud800",${rest}}`)
      : post(['name-surrogate'], `{"name":"${name()}\\ud800","categoryId":${categoryId},"status":"adopted"}`),
    post(['nesting', 'keys-twice'], `{"name":"${name()}","categoryId":null,"more":7,"more":${nested}}`),
    isExpendable ? post(['name-long', 'body-huge'], longName(HUGE_NAME)) : post(['name-long'], longName(LONG_NAME)),
    post(['number-long', 'chunked'], longNumber, { chunked: true }),
    unlabelled(['body-utf8', 'content-type-missing'], noUtf8(name(), rest)),
    labelled(['gzip-broken'], name(), [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ]),
  ];
  const drawn = [
    post(['chunked'], `{"name":"${name()}"}`, { chunked: true }),
    post(['number-long'], longNumber),
    ...(isExpendable ? [post(['name-long'], longName(LONG_NAME)), post(['body-huge'], huge())] : []),
    post(['nesting'], nested),
    post(['keys-twice'], `{"name":"${name()}","name":7,"categoryId":null,"status":"${status}"}`),
    post(['number-exponent'], `{"name":"${name()}","categoryId":1e999}`),
    post(['prototype'], `{"__proto__":{"name":"${name()}","categoryId":${categoryId}},"constructor":{"prototype":{}}}`),
    post(['key-empty'], `{"":1,"name":"${name()}"}`),
    labelled(['headers-twice'], name(), [
      ['Content-Type', 'application/json'],
      ['Content-Type', 'application/json'],
    ]),
    post(['body-utf8'], noUtf8(name(), rest)),
    post(['body-bom'], `\ufeff{"name":"${name()}"}`),
    unlabelled(['content-type-missing'], `{"name":"${name()}"}`),
    labelled(['content-type'], name(), [['Content-Type', 'text/plain']]),
    labelled(['charset'], name(), [['Content-Type', 'application/json; charset=utf-99']]),
    labelled(['content-coding'], name(), [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'petvet'],
    ]),
  ];
  return drawOf(always, drawn, leftOut);
}

/** Blanks that every reader of JSON passes over. */
function huge(): string {
  return `{${' '.repeat(HUGE_NAME)}}`;
}

/** A property needs something that is always tried: where all of that is left out, what would be drawn takes its place. */
function drawOf(
  all: readonly HostileRequest[],
  rest: readonly HostileRequest[],
  leftOut: readonly string[],
): Draw<HostileRequest> {
  const { always, drawn } = withoutInputs(all, rest, leftOut);
  if (always.length === 0) return exactly(...drawn);
  return {
    ...listed(always, drawn),
    simpler: ({ inputs }) =>
      inputs.length === 1
        ? []
        : drawn.filter((one) => one.inputs.length === 1 && inputs.includes(one.inputs[0] ?? 'head')),
  };
}

function get(inputs: readonly HostileInput[], target: string, headers: readonly HeaderPair[] = []): HostileRequest {
  return made(inputs, { method: 'GET', target, headers });
}

function post(
  inputs: readonly HostileInput[],
  body: string | Uint8Array,
  more: Pick<OutgoingRequest, 'chunked'> = {},
): HostileRequest {
  const headers: readonly HeaderPair[] = [['Content-Type', 'application/json']];
  return made(inputs, { method: 'POST', target: '/pets', headers, body, ...more });
}

/** A name with bytes that are no text, and a status that must be refused. */
function noUtf8(name: string, rest: string): Uint8Array {
  return Buffer.from(
    `{"name":"${name}\u00ff\u00fe",${rest.replace(/"status":"\w*"/, '"status":"adopted"')}}`,
    'latin1',
  );
}

function unlabelled(inputs: readonly HostileInput[], body: string | Uint8Array): HostileRequest {
  return made(inputs, { method: 'POST', target: '/pets', headers: [], body, without: ['Content-Type'] });
}

/** A body without a categoryId under headers that say something else of it. */
function labelled(inputs: readonly HostileInput[], name: string, headers: readonly HeaderPair[]): HostileRequest {
  return made(inputs, { method: 'POST', target: '/pets', headers, body: `{"name":"${name}"}` });
}

function made(inputs: readonly HostileInput[], request: OutgoingRequest): HostileRequest {
  return { inputs, what: inputs.map((input) => HOSTILE_INPUTS[input]).join(', '), request };
}
