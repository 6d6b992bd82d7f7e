/** What a plain reading takes of one exchange, as evidence has it. */
export interface PlainExchange {
  readonly id: number;
  readonly request: { readonly credential: string };
  readonly answer: { readonly status: number; readonly headers: readonly (readonly [string, string])[] };
  readonly times: { readonly startedAt: number; readonly answeredAt?: number | undefined; readonly endedAt: number };
}

/** One response to the key, read without any idea of a limiter. */
interface Plain {
  readonly id: number;
  readonly status: number;
  readonly sent: number;
  readonly answered: number;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: string;
  readonly wait: number;
}

/** So many requests in a row that leave Remaining as it was, faster than half a unit of the limit a request would come back. */
const STOOD = 10;

/** How long after the announced instant a request is surely behind it, and still soon, in milliseconds. */
const BEHIND = { least: 1_500, most: 10_000 };

/**
 * The passes of the limiter's rules that the responses themselves contradict: counted in a few plain lines that share nothing with the judges, so
 * that neither hides a misreading of the other.
 *
 * @param passed - the rules that a verdict says are satisfied
 */
export function contradictedPasses(exchanges: readonly PlainExchange[], passed: ReadonlySet<string>): string[] {
  const own = exchanges.filter(({ request }) => request.credential === 'primary').map(plainOf);
  const found: Readonly<Record<string, () => string | undefined>> = {
    'RATE-4': () => stoodStill(own),
    'RATE-5': () => servedTooMany(own),
    'RATE-6': () => refusedWithMuchLeft(own),
    'RATE-8': () => refusedAfter(own, ({ answered, wait }) => answered + wait * 1_000),
    'RATE-13': () => refusedAfter(own, ({ reset }) => Number(reset) * 1_000),
  };
  return Object.entries(found).flatMap(([rule, look]) => {
    const seen = passed.has(rule) ? look() : undefined;
    return seen === undefined ? [] : [`${rule} passed, though ${seen}`];
  });
}

const whole = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

function plainOf({ id, answer: { status, headers }, times }: PlainExchange): Plain {
  const read = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1].trim() ?? '';
  return {
    id,
    status,
    sent: times.startedAt,
    answered: times.answeredAt ?? times.endedAt,
    limit: whole(read('x-ratelimit-limit')),
    remaining: whole(read('x-ratelimit-remaining')),
    reset: read('x-ratelimit-reset'),
    wait: whole(read('retry-after')),
  };
}

const isServed = ({ status }: Plain) => status >= 200 && status < 300;

/** More were served than the limit, and each said the same of the limit and of its end. */
function servedTooMany(own: readonly Plain[]): string | undefined {
  const told = own.filter((one) => isServed(one) && one.limit > 0 && one.reset !== '');
  for (const [window, served] of Map.groupBy(told, ({ limit, reset }) => `${limit} until ${reset}`)) {
    const rose = served.some(({ remaining }, index) => remaining > (served[index - 1]?.remaining ?? Infinity));
    if (served.length > (served[0]?.limit ?? 0) && !rose) return `${served.length} were served of ${window}`;
  }
  return undefined;
}

/** Remaining did not change while many were served, one after the other. */
function stoodStill(own: readonly Plain[]): string | undefined {
  let first = 0;
  for (const [index, one] of own.entries()) {
    const before = own[index - 1];
    const goesOn =
      before !== undefined &&
      isServed(one) &&
      one.id === before.id + 1 &&
      one.sent >= before.answered &&
      one.remaining > 0 &&
      one.remaining === before.remaining &&
      one.reset === before.reset &&
      one.limit === before.limit;
    if (!goesOn) first = index;
    const [start, count] = [own[first], index - first];
    const restored = start === undefined ? 0 : ((one.answered - start.sent) * one.limit) / 60_000;
    if (count >= STOOD && restored < count / 2) return `Remaining was ${one.remaining} for ${count} requests in a row`;
  }
  return undefined;
}

/** A refusal that says itself, as the response just before it did, that much remains. */
function refusedWithMuchLeft(own: readonly Plain[]): string | undefined {
  const refused = own.find((one, index) => {
    const before = own[index - 1];
    if (one.status !== 429 || before === undefined || !isServed(before) || one.sent - before.answered > 1_000)
      return false;
    return Math.min(one.remaining, before.remaining) >= 5 && one.limit === before.limit && one.reset === before.reset;
  });
  return refused === undefined ? undefined : `#${refused.id} was refused with ${refused.remaining} remaining`;
}

/** The first request after an announced instant was refused, with the same announcement again. */
function refusedAfter(own: readonly Plain[], opensAt: (refusal: Plain) => number): string | undefined {
  for (const [index, refusal] of own.entries()) {
    const opens = opensAt(refusal);
    if (refusal.status !== 429 || Number.isNaN(opens)) continue;
    const next = own.slice(index + 1).find(({ sent }) => sent >= opens);
    if (next === undefined || next.status !== 429 || next.reset !== refusal.reset) continue;
    const late = next.sent - opens;
    if (late >= BEHIND.least && late <= BEHIND.most)
      return `#${next.id} was refused ${Math.round(late)} ms after the end of #${refusal.id}`;
  }
  return undefined;
}
