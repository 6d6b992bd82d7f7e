import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  backingOff,
  clientOf,
  create,
  errorIn,
  expectThat,
  list,
  petsIn,
  withConnections,
  type Backoff,
  type Call,
  type Reply,
  type Send,
} from './pet-client.fixture.ts';
import type { ClientRuleId } from './finding.ts';
import type { SituationName } from './situations.ts';
import type { RunnableClient } from './vet-client.ts';

/** A client that relies on one freedom not being used, and on nothing else. */
export interface RelyingClient {
  /** The freedom that it is to be named for. */
  readonly freedom: string;
  /** Freedoms that it does not see this one beside. */
  readonly hiddenBy: readonly string[];
  readonly client: RunnableClient;
}

const GROWING: Backoff = { wait: ({ n, asked }) => Math.max(asked, 200 * 2 ** n) };

/** What they do, one after the other. */
const WORK: readonly Call[] = [
  list(20),
  list(100),
  create('Rex', 'sold'),
  create('Milo'),
  list(100, '&status=sold'),
  list(20),
];

/** How a client of these differs from one that relies on nothing. */
interface Reliance {
  /** Throws at a reply that it cannot take; sees 429s as well. @param nth - of the reply, from 0 */
  readonly look?: (reply: Reply, nth: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
  /** Wraps what sends a request once. */
  readonly sending?: (send: Send) => Send;
  readonly hiddenBy?: readonly string[];
}

function relying(freedom: string, { look, headers, sending = (send) => send, hiddenBy = [] }: Reliance): RelyingClient {
  const client = clientOf((access) =>
    withConnections(access, async (send) => {
      let nth = 0;
      const again = backingOff(sending(send), GROWING, (reply) => look?.(reply, nth++));
      for (const call of WORK) await again({ ...call, ...(headers && { headers }) });
    }),
  );
  return { freedom, hiddenBy, client };
}

/** Looks at each pet of what is no error. */
function eachPet(isAsExpected: (pet: Readonly<Record<string, unknown>>) => boolean): Reliance {
  return { look: (reply) => petsIn(reply).forEach((pet) => expectThat(isAsExpected(pet))) };
}

/** Looks at the text of each list. */
function eachList(isAsExpected: (text: string, pets: number) => boolean): Reliance {
  return {
    look: (reply) => {
      const pets = petsIn(reply);
      if (pets.length > 1) expectThat(isAsExpected(reply.text, pets.length));
    },
  };
}

/** Looks at the header of each response that is no error. */
function eachHeader(isAsExpected: (headers: Reply['headers'], names: Reply['names']) => boolean): Reliance {
  return { look: ({ status, headers, names }) => expectThat(status >= 400 || isAsExpected(headers, names)) };
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const known = (names: readonly string[]) => (value: Readonly<Record<string, unknown>>) =>
  Object.keys(value).every((name) => names.includes(name));

function isSorted(pets: readonly Readonly<Record<string, unknown>>[]): boolean {
  const ids = pets.map(({ id }) => Number(id));
  const rises = ids.slice(1).map((id, index) => id >= (ids[index] ?? 0));
  return rises.every((one) => one === rises[0]);
}

/** What has no Error in a 429. */
const NO_ERROR = ['empty-429', 'html-429'];

/** How long a response may take the client that waits for no longer, in milliseconds. */
const DEADLINE = 200;

/** One for each freedom. */
export const RELYING: readonly RelyingClient[] = [
  relying(
    'large-ids',
    eachPet(({ id }) => Number.isSafeInteger(id)),
  ),
  relying(
    'negative-ids',
    eachPet(({ id }) => Number(id) > 0),
  ),
  relying(
    'odd-categories',
    eachPet(({ categoryId }) => Number.isSafeInteger(categoryId) && Number(categoryId) > 0),
  ),
  relying(
    'absent-status',
    eachPet(({ status }) => typeof status === 'string'),
  ),
  relying('created-pending', {
    look: (reply) => expectThat(reply.status !== 201 || petsIn(reply)[0]?.['status'] !== 'pending'),
  }),
  relying('unordered-lists', { look: (reply, nth) => expectThat(nth > 2 || isSorted(petsIn(reply))) }),
  relying('linked-pages', {
    look: ({ headers: { link } }) => void (link === undefined || new URL(/<([^>]*)>/.exec(link)?.[1] ?? '')),
  }),
  relying('more-pet-fields', eachPet(known(['id', 'name', 'categoryId', 'status']))),
  relying(
    'integers-with-point',
    eachList((text, pets) => matches(text, /"categoryId":\s*-?\d+\s*[,}]/g) === pets),
  ),
  relying('other-codes', {
    look: (reply) => expectThat(!/^\d+$/.test(z.string().catch('none').parse(errorIn(reply)?.['code']))),
    hiddenBy: NO_ERROR,
  }),
  relying('more-error-fields', {
    look: (reply) => expectThat(known(['code', 'message', 'status'])(errorIn(reply) ?? {})),
    hiddenBy: NO_ERROR,
  }),
  relying(
    'reversed-members',
    eachPet((pet) => Object.keys(pet)[0] === 'id'),
  ),
  relying(
    'indented-json',
    eachList((text) => text.startsWith('[{"')),
  ),
  relying(
    'escaped-json',
    eachList((text, pets) => matches(text, /"name":\s*"[A-Z][a-z]+(?: \d+)?"/g) === pets),
  ),
  relying(
    'media-type-with-charset',
    eachHeader((headers) => headers['content-type'] === 'application/json'),
  ),
  relying('empty-429', { look: ({ status, text }) => expectThat(status !== 429 || text !== '') }),
  relying('html-429', { look: ({ status, text }) => void (status !== 429 || text === '' || JSON.parse(text)) }),
  relying('retry-after-date', {
    look: ({ status, headers }) => expectThat(status !== 429 || Number.isInteger(Number(headers['retry-after']))),
  }),
  relying(
    'limit-of-the-day',
    eachHeader((headers) => Number(headers['x-ratelimit-reset']) < Date.now() / 1_000 + 600),
  ),
  relying('gzip', { headers: { 'Accept-Encoding': 'gzip' }, look: (reply) => void petsIn(reply) }),
  relying(
    'more-headers',
    eachHeader((headers) => headers['via'] === undefined),
  ),
  relying('slow-responses', {
    sending: (send) => (call) =>
      Promise.race([
        send(call),
        sleep(DEADLINE).then(() => {
          throw new Error('too slow');
        }),
      ]),
  }),
  relying('closed-connections', { look: ({ wasReused }, nth) => expectThat(nth === 0 || wasReused) }),
  relying(
    'lower-case-headers',
    eachHeader((_headers, names) => names.includes('X-RateLimit-Remaining')),
  ),
  relying(
    'chunked-bodies',
    eachHeader((headers) => Number(headers['content-length']) > 0),
  ),
];

/** A client that violates rules. */
export interface ViolatingClient {
  readonly what: string;
  readonly rules: readonly ClientRuleId[];
  readonly situation: SituationName;
  readonly client: RunnableClient;
  /** The day at which it is judged, where that matters. */
  readonly asOf?: string;
}

/** More than the steps of a situation take. */
const CALLS = 40;

function repeating(
  backoff: Backoff,
  {
    calls = CALLS,
    callOf = (nth) => list(1 + nth),
    headers,
  }: {
    readonly calls?: number;
    readonly callOf?: (nth: number) => Call;
    readonly headers?: (key: string) => Readonly<Record<string, string>>;
  } = {},
): RunnableClient {
  return clientOf((access) =>
    withConnections(access, async (send) => {
      const again = backingOff(send, backoff);
      for (let nth = 0; nth < calls; nth += 1)
        await again({ ...callOf(nth), ...(headers && { headers: headers(access.key) }) });
    }),
  );
}

const refused = (what: string, backoff: Backoff, rules: readonly ClientRuleId[] = ['CLIENT-3']): ViolatingClient => ({
  what,
  rules,
  situation: 'refusals',
  client: repeating({ goesOn: true, ...backoff }),
});

/** At least one for each rule. */
export const VIOLATING: readonly ViolatingClient[] = [
  {
    what: 'the key without its scheme',
    rules: ['CLIENT-1'],
    situation: 'plain',
    client: repeating(GROWING, { calls: 6, headers: (key) => ({ Authorization: key }) }),
  },
  refused('four fifths of Retry-After', { wait: ({ n, asked }) => Math.max(0.8 * asked, 200 * 2 ** n) }, ['CLIENT-2']),
  refused('no Retry-After', { wait: ({ n }) => 200 * 2 ** n }, ['CLIENT-2', 'CLIENT-4']),
  refused('at once, for a while', { wait: () => 0, retries: 60 }, ['CLIENT-2', 'CLIENT-3', 'CLIENT-4']),
  refused('Retry-After alone', { wait: ({ asked }) => asked }),
  refused('Retry-After alone, twice', { wait: ({ asked }) => asked, retries: 2 }),
  refused('half a second each', { wait: ({ asked }) => Math.max(asked, 500) }),
  refused('a second and a half each, twice', { wait: ({ asked }) => Math.max(asked, 1_500), retries: 2 }),
  refused('longer by 700 ms each', { wait: ({ n, asked }) => Math.max(asked, 700 * (n + 1)), retries: 5 }),
  refused('Retry-After in place of the backoff', { wait: ({ n, asked }) => asked || 400 * 2 ** n }),
  refused('Retry-After in place of the backoff, three times', {
    wait: ({ n, asked }) => asked || 1_000 * 2 ** n,
    retries: 3,
  }),
  {
    what: 'a limit of 200',
    rules: ['CLIENT-5'],
    situation: 'plain',
    client: repeating(GROWING, { calls: 3, callOf: () => list(200) }),
  },
  {
    what: 'a pet without a category',
    rules: ['CLIENT-5'],
    situation: 'plain',
    client: repeating(GROWING, { calls: 3, callOf: () => ({ method: 'POST', path: '/pets', json: { name: 'Rex' } }) }),
  },
  {
    what: 'getPet after its removal',
    rules: ['CLIENT-6'],
    situation: 'plain',
    asOf: '2031-01-01',
    client: repeating(GROWING, { calls: 3, callOf: (nth) => ({ path: `/pets/${1 + nth}` }) }),
  },
];
