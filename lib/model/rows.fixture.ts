import { INT64, PAGE, PET_STATUSES } from '../contract/pets.ts';
import type { HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { aCreation, aGet, aList, aRequest, utf8 } from '../expectation/request.fixture.ts';
import { MOMENTS, type PetSeen, type Surroundings } from './seen.ts';

/** A request that lies in a partition, among what surrounds it. */
export interface Row {
  readonly request: SentRequest;
  readonly around: Surroundings;
}

const OWN: PetSeen = { status: 'sold', isOwn: true, place: 'first' };
const ALONE: Surroundings = { moments: [] };

/** Rows of one dimension: what is sent for each of its partitions. */
function of<T>(dimension: string, sent: (value: T) => Row, values: Readonly<Record<string, T>>): [string, Row][] {
  return Object.entries(values).map(([id, value]) => [`${dimension}: ${id}`, sent(value)]);
}

const alone = (request: SentRequest): Row => ({ request, around: ALONE });
const query = (text: string) => alone(aList(text));
const withHeaders = (headers: readonly HeaderPair[]) => alone(aRequest({ headers }));
const segment = (text: string) => alone(aGet(text));
const known = (target: bigint, pet: Partial<PetSeen>): Row => ({
  request: aGet(`${target}`),
  around: { moments: [], pet: { ...OWN, ...pet }, largestId: target },
});
const pet = (parts: Partial<PetSeen>) => known(7n, parts);
const unknown = (id: bigint): Row => ({ request: aGet(`${id}`), around: { moments: [], largestId: 1_000n } });

/** A body in order but for some members, written as JSON. */
const member = (members: Readonly<Record<string, string>>) => {
  const all = Object.entries({ name: '"Rex"', categoryId: '7', ...members }).filter(([, value]) => value !== '');
  return aCreation(`{${all.map(([name, value]) => `"${name}":${value}`).join(',')}}`);
};
const named = (value: string) => alone(member({ name: value }));
const ofCategory = (value: string) => alone(member({ categoryId: value }));
const ofStatus = (value: string) => alone(member({ status: value }));
const bytes = (value: Uint8Array) => alone(aCreation('', { bytes: value }));
const body = (value: string) => bytes(utf8(value));
const bodyHeaders = (headers: readonly HeaderPair[]) => alone(aCreation(undefined, { headers }));

const NAME = '"name":"Rex","categoryId":7';

const CALLERS = Object.entries({ listPets: aList(), createPet: aCreation(), getPet: aGet('7') }).flatMap(
  ([operation, { method, target, body: sent }]) => {
    const by = (credential: SentRequest['credential']) => alone(aRequest({ method, target, body: sent, credential }));
    return [
      ...of(`${operation} caller`, by, {
        'a valid key': 'primary',
        'no key': 'none',
        'an invalid key': 'wrong',
      } as const),
      ...of(`${operation} moment`, (moments) => ({ request: by('primary').request, around: { moments } }), {
        'after a success': [],
        ...Object.fromEntries(MOMENTS.map((one) => [one, [one]])),
      }),
    ];
  },
);

const form = (authorization: string) =>
  alone(aRequest({ authorization, credential: authorization.startsWith('Bearer {primary}') ? 'primary' : 'wrong' }));

/** For each partition of the model, by its key, something that lies in it. */
export const ROWS: ReadonlyMap<string, Row> = new Map([
  ...CALLERS,
  ...of('any form of the key', form, {
    'as documented': 'Bearer {primary}',
    'a wrong key': 'Bearer {wrong}',
    'with characters added': 'Bearer {primary:extended}',
    'with a character replaced': 'Bearer {primary:replaced}',
    'without its end': 'Bearer {primary:truncated}',
    'without its start': 'Bearer {primary:beheaded}',
    'an empty token': 'Bearer ',
    'under another scheme': 'Token {primary}',
    'as a Basic user': 'Basic {primary:basic}',
    'without a scheme': '{primary}',
    'under the scheme in another letter case': 'BEARER {primary}',
    'with an extra word': 'Bearer {primary} petvet',
  }),
  ...of('any form of the key', (parts: Parameters<typeof aRequest>[0]) => alone(aRequest(parts)), {
    "another caller's key": { credential: 'second' },
    'in other headers': { credential: 'none', headers: [['X-API-Key', '{primary}']] },
    'in the query': { credential: 'none', target: '/pets?token={primary}' },
  }),
  ...of<HeaderPair[]>('any headers', withHeaders, {
    'the usual ones': [['Accept', 'application/json']],
    'given twice': [
      ['X-Petvet', '1'],
      ['X-Petvet', '2'],
    ],
    'very long': [['X-Petvet', 'a'.repeat(5_000)]],
    'an unusual Accept': [['Accept', 'text/plain;q=x']],
    'an unusual Accept-Language': [['Accept-Language', 'é;q=9']],
    'an unusual condition': [['If-None-Match', '"petvet']],
    'an unusual Cookie': [['Cookie', '="%zz']],
    'an unusual Range': [['Range', 'bytes=9-3']],
  }),
  ...of('listPets limit', query, {
    absent: 'status=sold',
    [`${PAGE.minimum}, the smallest`]: 'limit=1',
    2: 'limit=2',
    '3 to 18': 'limit=18',
    19: 'limit=19',
    [`${PAGE.default}, the default`]: 'limit=20',
    21: 'limit=21',
    '22 to 98': 'limit=22',
    99: 'limit=99',
    [`${PAGE.maximum}, the largest`]: 'limit=100',
    'given twice': 'limit=3&limit=7',
    empty: 'limit=',
    0: 'limit=0',
    negative: 'limit=-1',
    101: 'limit=101',
    'more than 101': 'limit=102',
    'beyond 31 bits': 'limit=2147483648',
    'with very many digits': `limit=${'9'.repeat(400)}`,
    'a fraction': 'limit=2.5',
    'an integer spelled differently': 'limit=007',
    'digits and other characters': 'limit=5abc',
    'a word': 'limit=abc',
  }),
  ...of('listPets status', query, {
    absent: 'limit=5',
    ...Object.fromEntries(PET_STATUSES.map((one) => [one, `status=${one}`])),
    'given twice': 'status=sold&status=pending',
    empty: 'status=',
    'in another letter case': 'status=SOLD',
    'with a space': 'status=%20sold',
    'two values in one': 'status=sold,pending',
    'in letters that are not of ASCII': 'status=%C5%BFold',
    'very long': `status=${'a'.repeat(1_001)}`,
    'with a NUL': 'status=sold%00',
    'wrongly encoded': 'status=%ff%fe',
    'with a quotation mark': "status=sold'--",
    'another word': 'status=adopted',
  }),
  ...of('listPets order of limit and status', query, {
    'limit first': 'limit=5&status=sold',
    'status first': 'status=sold&limit=5',
  }),
  ...of('listPets further parameters', query, {
    'very many': Array.from({ length: 101 }, (_none, at) => `p${at}=1`).join('&'),
    'the documented ones as an array': 'limit[]=5',
    'one as an object': 'limit[$gt]=5',
    'one that is not documented': 'page=2',
  }),
  ...of('createPet name', named, {
    missing: '',
    null: 'null',
    'a boolean': 'true',
    'an array': '["Rex"]',
    'an object': '{"name":"Rex"}',
    'a number': '1.5',
    'with a NUL': String.raw`"Rex\u0000"`,
    'with a lone surrogate': String.raw`"Rex\ud800"`,
    'very long': `"${'x'.repeat(100_000)}"`,
    long: `"${'x'.repeat(255)}"`,
    'in several scripts': '"Rex 猫 & ζ"',
    'with punctuation': '"Mr O\'Neil"',
    'letters and digits': '"Rex 7"',
  }),
  ...of('createPet categoryId', ofCategory, {
    missing: '',
    null: 'null',
    'a boolean': 'false',
    'an array': '[7]',
    'an object': '{"id":7}',
    'digits in a string': '"7"',
    'an empty string': '""',
    'a word': '"dogs"',
    'up to 31 bits': `${2n ** 31n - 1n}`,
    'up to 53 bits': `${2n ** 31n}`,
    'up to int64': `${INT64.maximum}`,
    'just beyond int64': `${INT64.maximum + 1n}`,
    'far beyond int64': '1e30',
    'a fraction': '7.5',
  }),
  ...of('createPet status', ofStatus, {
    absent: '',
    ...Object.fromEntries(PET_STATUSES.map((one) => [one, `"${one}"`])),
    null: 'null',
    'a boolean': 'true',
    'an array': '["sold"]',
    'an object': '{"name":"sold"}',
    'a number': '0.5',
    empty: '""',
    'in another letter case': '"Sold"',
    'with spaces': '" sold "',
    'another word': '"adopted"',
  }),
  ...of('createPet unknown fields', body, {
    none: `{${NAME}}`,
    'a duplicate name': `{${NAME},"name":7}`,
    'an empty name': `{"":1,${NAME}}`,
    'a prototype': `{"__proto__":{${NAME}}}`,
    'the id of no known pet': `{${NAME},"id":9}`,
    'names in another letter case': '{"NAME":"Rex","CategoryID":7}',
    'another unknown name': `{${NAME},"age":3}`,
  }),
  [
    'createPet unknown fields: the id of a known pet',
    { request: aCreation(`{${NAME},"id":7}`), around: { moments: [], known: new Set([7n]) } },
  ],
  ...of('createPet body', body, {
    none: '',
    'of more than a megabyte': `{${' '.repeat(2 ** 20)}}`,
    'with a byte order mark': `\ufeff{${NAME}}`,
    'nested very deeply': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'a number with very many digits': `{"categoryId":${'9'.repeat(5_000)}}`,
    'an object': `{${NAME}}`,
    'an empty array': '[]',
    'an array': '["Rex",7]',
    'a string': '"Rex"',
    'null, a boolean or a number': 'null',
    'truncated JSON': `{${NAME}`,
    'JSON with text after it': `{${NAME}} petvet`,
    'JSON without a comma or colon': '{"name" "Rex"}',
    'not JSON': 'name=Rex',
  }),
  ['createPet body: not UTF-8', bytes(Buffer.from(`{"name":"\u00ff"}`, 'latin1'))],
  ...of<HeaderPair[]>('createPet headers of the body', bodyHeaders, {
    'the usual ones': [],
    'Content-Type twice': [
      ['Content-Type', 'application/json'],
      ['Content-Type', 'application/json'],
    ],
    'an unknown charset': [['Content-Type', 'application/json; charset=utf-99']],
    'another Content-Type': [['Content-Type', 'text/plain']],
    'a broken gzip': [['Content-Encoding', 'gzip']],
    'an unknown Content-Encoding': [['Content-Encoding', 'petvet']],
    'in chunks': [['Transfer-Encoding', 'chunked']],
  }),
  [
    'createPet headers of the body: no Content-Type',
    alone({ ...aCreation(), headers: [['Authorization', 'Bearer {primary}']] }),
  ],
  ...of(
    'getPet status of the pet',
    (status: PetSeen['status']) => pet({ status }),
    Object.fromEntries(PET_STATUSES.map((one) => [one, one])),
  ),
  ...of('getPet origin of the pet', (isOwn: boolean) => pet({ isOwn }), { 'created in this run': true, older: false }),
  ...of('getPet place among the pets seen', (place: PetSeen['place']) => pet({ place }), {
    first: 'first',
    between: 'between',
    last: 'last',
  }),
  ...of('getPet size of a known id', (id: bigint) => known(id, {}), {
    'up to 31 bits': 7n,
    'up to 53 bits': 2n ** 31n,
    'more than 53 bits': -(2n ** 53n) - 1n,
  }),
  ...of('getPet an unknown id', unknown, {
    0: 0n,
    'near the smallest int64': INT64.minimum,
    negative: -7n,
    'near the largest int64': INT64.maximum,
    'larger than any seen': 1_001n,
  }),
  ...of('getPet petId that is not an int64', segment, {
    'with a NUL': '7%00',
    'with an encoded slash': '7%2F8',
    dots: '%2e%2e%2f',
    'with a quotation mark': "7'",
    'with very many digits': '7'.repeat(3_000),
    'beyond int64': `${INT64.maximum + 1n}`,
    'a fraction': '7.5',
    'digits and other characters': '007',
    'a word': 'abc',
  }),
]);
