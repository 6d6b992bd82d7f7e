import { NOON, PRIMARY, SECOND, withServer, type Speech, type Spoken } from './speak.fixture.ts';
import type { ReferenceOptions } from './server.ts';
import { seedPets } from './seed-pets.ts';
import { Store } from './store.ts';

const pets = seedPets(120, 1);
const [first, second, third] = pets;
const newest = pets.at(-1);

const limits = [
  '1',
  '2',
  '20',
  '50',
  '51',
  '64',
  '99',
  '100',
  '0',
  '-1',
  '101',
  '1000',
  'ten',
  '%C2%B2',
  '',
  '1.5',
  '1&limit=2',
];

const lists: readonly string[] = ['']
  .concat(limits.map((limit) => `?limit=${limit}`))
  .concat(
    ['available', 'pending', 'sold', 'adopted', 'SOLD'].flatMap((status) => [
      `?status=${status}`,
      `?status=${status}&limit=3`,
      `?status=${status}&limit=100`,
    ]),
  )
  .concat('?status=sold&limit=1000');

const newestOfFew = seedPets(60, 1).at(-1);

/** The ids that the first creation gets, in a store of the usual size and in a small one. */
const created = [120, 60].map((count) => `${new Store(seedPets(count, 1), 1).freeId()}`);

const ids = [first, second, third, pets[40], newest, newestOfFew].map((pet) => `${pet?.id}`);

/** An id that nothing has, with the lower 32 bits of one that a pet has. */
const beyond32Bits = pets.flatMap(({ id }) => (id >= 0n && id < 2n ** 31n ? `${id + 2n ** 32n}` : [])).slice(0, 1);

const petIds: readonly string[] = ids.concat(
  beyond32Bits,
  ['0', '424242', '-1', '9223372036854775807', '-9223372036854775808', '9223372036854775808'],
  [`${-(second?.id ?? 1n)}`, 'abc', `${first?.id}abc`, `${first?.id}.5`, `${first?.id}.0`],
);

const credentials: readonly (string | null)[] = [
  null,
  'Bearer',
  'Bearer ',
  'Bearer nothing-like-a-key',
  `Bearer ${PRIMARY.slice(0, -4)}`,
  `Bearer ${PRIMARY}xyz`,
  `Bearer ${PRIMARY.slice(0, 20)}#${PRIMARY.slice(21)}`,
  `Basic ${PRIMARY}`,
  `Token ${PRIMARY}`,
  `ApiKey ${PRIMARY}`,
  `BearerX ${PRIMARY}`,
  `Bearer xyz${PRIMARY}`,
  `Bearer ${Array.from(PRIMARY).toReversed().join('')}`,
  'Bearer null',
  'Bearer constructor',
  `Basic ${Buffer.from(`${PRIMARY}:`).toString('base64')}`,
  `bearer ${PRIMARY}`,
  `Bearer ${PRIMARY} more`,
  `Bearer ${SECOND}`,
  PRIMARY,
];

const post = (body: string): Speech => ({ method: 'POST', path: '/v1/pets', body });
const rex = '{"name":"Rex","categoryId":9007199254740993}';

/** Bodies that a service must refuse, or may, or must take in as they are. */
const bodies: readonly string[] = [
  '{"name":"Kim","categoryId":3,"status":"available"}',
  '{"name":"Kim","categoryId":3,"status":"pending"}',
  '{"name":" Kim  II ","categoryId":3,"colour":"brown"}',
  '{"name":"Kim","categoryId":-12}',
  `{"name":"Mr O'Neil <b>&</b> Zoë Œdipe, Jr., 猫 🐈","categoryId":3}`,
  `{"name":"${'long'.repeat(300)}","categoryId":3}`,
  String.raw`{"name":"Groß 𠮷 “x’s” – 👋🏽 [x] :cat: \\u0041","categoryId":3}`,
  `{"name":"Ida","categoryId":3,"id":${first?.id}}`,
  '{"name":"Ida","categoryId":3,"id":424242}',
  '{"categoryId":3}',
  '{"name":null,"categoryId":3}',
  '{"name":"Ole"}',
  '{"NAME":"Ole","CategoryId":3}',
  '{"name":"Ole","categoryId":3} and more',
  '{"name":"a\\ud800","categoryId":3,"status":"sold"}',
  '{"name":"Ole","categoryId":1e30}',
  '{"name":"Ole","categoryId":null}',
  ...['"12"', '12.5', 'true', 'false', '[12]', '{"id":12}', '""', '9223372036854775808', '-9223372036854775809'].map(
    (category) => `{"name":"Ole","categoryId":${category}}`,
  ),
  ...['true', '["a"]', '{"a":1}', '"a\\u0000b"', '"a\\ud800"'].map((name) => `{"name":${name},"categoryId":3}`),
  ...['"SOLD"', '" sold "', '"adopted"', '""', '["sold"]', '1'].map(
    (status) => `{"name":"Ole","categoryId":3,"status":${status}}`,
  ),
  '[{"name":"Ole","categoryId":3}]',
  '"{\\"name\\":\\"Ole\\",\\"categoryId\\":3}"',
  '{"name":"Ole","categoryId":3',
  'null',
  '',
  'name=Ole&categoryId=3',
  '{"name":"Ole","name":"Ola","categoryId":3}',
  '{"name":"Ole","name":"Ole","categoryId":3}',
  `{"name":"${'Sixty.'.repeat(10)}","categoryId":3}`,
  `{"name":"${'Sixty.'.repeat(25)}","categoryId":3}`,
  '{"name":"Ole","categoryId":12.0}',
  '{"name":"Ole","categoryId":3,"status":null}',
  '{"name":"Ole","categoryId":3,}',
  `{"name":"${'x'.repeat(100_000)}"}`,
  `{"name":"${'x'.repeat(1_100_000)}"}`,
  `{"more":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
  `${'['.repeat(200)}${']'.repeat(200)}`,
  `{"name":"Ole","categoryId":${'9'.repeat(400)}}`,
  '{"name":"100%25d %41 \\\\n","categoryId":3}',
  '{"name":"Ole","categoryId":0}',
  '{"name":"1234567","categoryId":3,"status":"pending"}',
  '{"name":"Tab\\tand\\nline","categoryId":3,"status":"pending"}',
  '{"name":"Ida","categoryId":3,"id":"525252"}',
  '{"name":"Ole"," categoryId":3}',
  '{"pet":{"name":"Ole","categoryId":3}}',
  '{\n  "name": "Ole",\n  "categoryId": 3\n}\n',
  '{"name":"Ole $& *|~^","categoryId":3}',
  '{"name":{"text":"Ole","toString":null},"categoryId":3}',
  '{"name":"Ole {{ﬁn}} + 50%","categoryId":3}',
];

const oddReads: readonly Speech[] = [
  ...[
    'status=sold%00',
    'status=constructor',
    'status=%zz',
    'status=%ff%fe',
    `limit=${'9'.repeat(400)}`,
    'limit[]=1',
    'status=sold&status=sold',
    "status='",
    'status=(sold',
    Array.from({ length: 200 }, (_, n) => `p${n}=1`).join('&'),
    `p=${'x'.repeat(6_000)}`,
  ].map((query) => ({ path: `/v1/pets?${query}` })),
  { path: `/v1/pets/${'7'.repeat(3_000)}` },
  { path: '/v1/pets', headers: { accept: 'text/plain;q=x' } },
  { path: '/v1/pets', headers: { 'accept-encoding': 'gzip' } },
  { path: '/v1/pets', headers: { 'x-long': 'x'.repeat(6_000) } },
];

/** Other spellings of a request, which a service may take for it; and methods it need not have. */
const spellings: readonly Speech[] = [
  { path: '/v1/pets?limit=%205' },
  { path: '/v1/pets?status=sold,pending' },
  { path: '/v1//pets' },
  { path: '/v1/pets/' },
  { path: '/v1/pets/..%2fpets' },
  { path: '/v1/pets/424242', authorization: null },
  { path: '/v1/pets', method: 'HEAD' },
  { path: '/v1/pets', method: 'OPTIONS' },
  { path: '/v1/pets', method: 'PROPFIND' },
];

/** Lists without an Authorization: filtered, and with the key where other interfaces have it. */
const keysElsewhere: readonly Speech[] = [
  { path: '/v1/pets?status=sold', authorization: null },
  { path: '/v1/pets?status=available', authorization: null },
  { path: '/v1/pets?status=sold', authorization: 'Bearer nothing-like-a-key' },
  { path: '/v1/pets?limit=1', authorization: null },
  { path: '/v1/pets', authorization: null, headers: { 'x-api-key': PRIMARY } },
  { path: '/v1/pets', authorization: null, headers: { cookie: `token=${PRIMARY}` } },
  { path: `/v1/pets?access_token=${PRIMARY}`, authorization: null },
  { path: `/v1/pets?limit=2&key=${PRIMARY}`, authorization: null },
];

const twin = post('{"name":"Twin","categoryId":5}');

/** A fixed series of requests that shows every defect and every variant, one way or another; a group is sent at once. */
const TOUR: readonly (Speech | readonly Speech[])[] = [
  ...lists.map((query) => ({ path: `/v1/pets${query}` })),
  ...petIds.map((id) => ({ path: `/v1/pets/${id}` })),
  ...lists.slice(-9).map((query) => ({ path: `/v1/pets${query}` })),
  ...credentials.flatMap((authorization): Speech[] => [
    { path: '/v1/pets?limit=2', authorization },
    { path: '/v1/pets?limit=oops', authorization },
    { path: `/v1/pets/${first?.id}`, authorization },
    { ...post(rex), authorization },
    { ...post('{}'), authorization },
  ]),
  post(rex),
  post('{"name":"Ann","categoryId":77,"status":"sold"}'),
  post('[]'),
  post('{"name":1,"categoryId":2}'),
  ...bodies.map(post),
  { ...post('{"name":"Ole"}'), headers: { 'content-type': 'application/json; charset=utf-99' } },
  { ...post('{"name":"Ole"}'), headers: { 'content-type': ['application/json', 'text/plain'] } },
  { ...post('{"name":"Ole"}'), headers: { 'transfer-encoding': 'chunked' } },
  { ...post('{"name":"Ole"}'), headers: { 'content-encoding': 'gzip' } },
  { ...post(''), body: Buffer.from('{"name":"\u00ff"}', 'latin1') },
  [twin, twin],
  created.slice(0, 2).map((id) => ({ path: `/v1/pets/${id}` })),
  [twin, { ...post('{}'), authorization: `Bearer ${SECOND}` }],
  ...oddReads,
  ...lists.slice(-9).map((query) => ({ path: `/v1/pets${query}` })),
  { path: '/v1/pets?limit=100' },
  { path: '/v1/pets?status=available&limit=100' },
  { path: '/v1/pets?status=pending&limit=100' },
  ...created.map((id) => ({ path: `/v1/pets/${id}` })),
  { path: '/v1/pets?limit=100', authorization: `Bearer ${SECOND}` },
  { path: '/v1/pets', method: 'HEAD', authorization: null },
  { path: '/v1/pets', method: 'DELETE' },
  { path: '/v1/nothing', authorization: null },
  ...spellings,
  ...keysElsewhere,
  { path: '/v1/pets?limit=5&status=sold' },
  { path: `/v1/pets?limit=3&cursor=${first?.id}` },
];

/** With this figure only the repetitions at the end are over the limit. */
const PER_MINUTE = TOUR.flat().filter(({ authorization = `Bearer ${PRIMARY}` }) =>
  authorization?.endsWith(` ${PRIMARY}`),
).length;

const OVER_THE_LIMIT = Array.from({ length: 50 }, (): Speech => ({ path: '/v1/pets' }));

/**
 * The answers to the tour, from a server whose clock stands still.
 *
 * @param until - ends the tour early, after the answer for which it is true
 */
export function takeTour(
  options: ReferenceOptions,
  until = (_answer: string, _index: number) => false,
): Promise<string[]> {
  return withServer({ now: () => NOON, perMinute: PER_MINUTE, ...options }, async (speak) => {
    const answers: string[] = [];
    for (const speech of [...TOUR, ...OVER_THE_LIMIT]) {
      // A connection closed without an answer is one way to answer.
      const spoken = await Promise.all([speech].flat().map((each) => speak(each).then(seen, String)));
      const answer = spoken.toSorted().join('\n');
      answers.push(answer);
      if (until(answer, answers.length - 1)) break;
    }
    return answers;
  });
}

function seen({ status, early, rawHeaders, body }: Spoken): string {
  return `${[...early, status].join(' ')} ${rawHeaders.join(' ')} ${body.toString('latin1')}`;
}
