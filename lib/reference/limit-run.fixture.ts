import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import type { ReferenceOptions } from './options.ts';
import { NOON, SECOND, withServer, type Speech } from './speak.fixture.ts';

/** The figure per minute of a limit run. */
export const FIGURE = 12;

/** One answer of a limit run; no header: undefined. */
export interface LimitAnswer {
  readonly what: What;
  /** Milliseconds since the start. */
  readonly at: number;
  /** undefined: the connection was closed instead. */
  readonly status: number | undefined;
  readonly limit: string | undefined;
  readonly remaining: string | undefined;
  /** Seconds from the start, for a Reset in Unix seconds. */
  readonly reset: number | undefined;
  readonly retryAfter: string | undefined;
}

/** The answers of a limit run by its parts. */
export interface LimitRun {
  /** A list, a getPet, a POST and six lists, half a second between them, by the primary key. */
  readonly first: readonly LimitAnswer[];
  /** A list of the second key, one without a key, a POST without a name and a getPet of no pet. */
  readonly others: readonly LimitAnswer[];
  /** Two lists, two getPets and two POSTs at once, where one place is left. */
  readonly burst: readonly LimitAnswer[];
  /** A list after that. */
  readonly refused: readonly LimitAnswer[];
  /** A list a whole window after the start, when every kind lets one in again. */
  readonly after: readonly LimitAnswer[];
  /** Thirty lists after that, a tenth of a second between them. */
  readonly again: readonly LimitAnswer[];
  /** A list three windows later. */
  readonly late: readonly LimitAnswer[];
}

type What = 'list' | 'get' | 'post' | 'bad post' | 'unknown' | 'no key' | 'second';

const SPEECHES: Readonly<Record<What, Speech>> = {
  list: { path: '/v1/pets?limit=1' },
  get: { path: '/v1/pets/1' },
  post: { method: 'POST', path: '/v1/pets', body: '{"name":"Rex","categoryId":1}' },
  'bad post': { method: 'POST', path: '/v1/pets', body: '{"categoryId":1}' },
  unknown: { path: '/v1/pets/424242' },
  'no key': { path: '/v1/pets?limit=1', authorization: null },
  second: { path: '/v1/pets?limit=1', authorization: `Bearer ${SECOND}` },
};

/** Uses up a small figure on a server whose clock moves only between the requests of this run. */
export function limitRun(options: ReferenceOptions = {}): Promise<LimitRun> {
  let now = NOON;
  return withServer({ perMinute: FIGURE, perDay: 500, now: () => now, ...options }, async (speak) => {
    const say = async (what: What): Promise<LimitAnswer> => {
      const at = now - NOON;
      const spoken = await speak(SPEECHES[what]).catch(() => undefined);
      const reset = spoken?.header(RATE_LIMIT_HEADERS.reset);
      return {
        what,
        at,
        status: spoken?.status,
        limit: spoken?.header(RATE_LIMIT_HEADERS.limit),
        remaining: spoken?.header(RATE_LIMIT_HEADERS.remaining),
        reset: reset === undefined ? undefined : Number(reset) - Math.floor(NOON / 1_000),
        retryAfter: spoken?.header(RETRY_AFTER),
      };
    };
    const sayAll = async (whats: readonly What[], gap: number): Promise<LimitAnswer[]> => {
      const answers: LimitAnswer[] = [];
      for (const what of whats) {
        answers.push(await say(what));
        now += gap;
      }
      return answers;
    };
    const first = await sayAll(['list', 'get', 'post', ...lists(6)], 500);
    const others = await sayAll(['second', 'no key', 'bad post', 'unknown'], 0);
    const burst = await Promise.all((['list', 'list', 'get', 'get', 'post', 'post'] as const).map(say));
    const refused = await sayAll(['list'], 0);
    now = NOON + WINDOW;
    const after = await sayAll(['list'], 100);
    const again = await sayAll(lists(30), 100);
    now += 3 * WINDOW;
    const late = await sayAll(['list'], 0);
    return { first, others, burst, refused, after, again, late };
  });
}

/** The minute window, in milliseconds. */
const WINDOW = 60_000;

function lists(count: number): What[] {
  return Array.from({ length: count }, () => 'list');
}

/** How many requests were let in. */
export function admitted(answers: readonly LimitAnswer[]): number {
  return answers.filter(isAdmitted).length;
}

/** Whether a request was carried out; the pet of the getPets is not there. */
function isAdmitted({ status }: Pick<LimitAnswer, 'status'>): boolean {
  return status === 200 || status === 201 || status === 404;
}

/** A run as text; of its burst only what does not depend on which request came first. */
export function inOrder({ burst, ...run }: LimitRun): string {
  const alike = burst.map(({ what: _what, ...answer }) =>
    JSON.stringify(isAdmitted(answer) ? { ...answer, status: 'let in' } : answer),
  );
  return JSON.stringify([run, alike.toSorted()]);
}
