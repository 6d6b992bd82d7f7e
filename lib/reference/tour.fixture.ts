import { NOON, PRIMARY, SECOND, withServer, type Speech, type Spoken } from './speak.fixture.ts';
import type { ReferenceOptions } from './server.ts';
import { seedAnimals } from './seed-animals.ts';

const animals = seedAnimals(120, 1);
const [first, second, third] = animals;
const newest = animals.at(-1);

const limits = ['1', '2', '20', '50', '51', '64', '99', '100', '0', '-1', '101', '1000', 'ten', '', '1.5', '1&limit=2'];

const lists: readonly string[] = ['']
  .concat(limits.map((limit) => `?limit=${limit}`))
  .concat(
    ['available', 'pending', 'sold', 'adopted', 'SOLD'].flatMap((status) => [
      `?status=${status}`,
      `?status=${status}&limit=3`,
      `?status=${status}&limit=100`,
    ]),
  );

const newestOfFew = seedAnimals(60, 1).at(-1);

const ids = [first, second, third, animals[40], newest, newestOfFew].map((pet) => `${pet?.id}`);

const petIds: readonly string[] = ids.concat(
  ['0', '424242', '-1', '9223372036854775807', '-9223372036854775808', '9223372036854775808'],
  ['abc', `${first?.id}abc`, `${first?.id}.5`, `${first?.id}.0`],
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
  `bearer ${PRIMARY}`,
  `Bearer ${SECOND}`,
  PRIMARY,
];

const post = (body: string): Speech => ({ method: 'POST', path: '/v1/pets', body });
const rex = '{"name":"Rex","categoryId":9007199254740993}';

/** A fixed series of requests that shows every defect and every variant, one way or another. */
const TOUR: readonly Speech[] = [
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
  { path: '/v1/pets', method: 'HEAD', authorization: null },
  { path: '/v1/pets', method: 'DELETE' },
  { path: '/v1/nothing', authorization: null },
  { path: '/v1/pets?limit=5&status=sold' },
  { path: `/v1/pets?limit=3&cursor=${first?.id}` },
];

/** With this figure only the repetitions at the end are over the limit. */
const PER_MINUTE = TOUR.filter(({ authorization = `Bearer ${PRIMARY}` }) =>
  authorization?.endsWith(` ${PRIMARY}`),
).length;

const OVER_THE_LIMIT = Array.from({ length: 30 }, (): Speech => ({ path: '/v1/pets' }));

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
      const answer = seen(await speak(speech));
      answers.push(answer);
      if (until(answer, answers.length - 1)) break;
    }
    return answers;
  });
}

function seen({ status, rawHeaders, body }: Spoken): string {
  return `${status} ${rawHeaders.join(' ')} ${body.toString('latin1')}`;
}
