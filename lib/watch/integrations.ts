import { judgeClient } from '../client/judge-client.ts';
import type { ClientRuleId } from '../client/finding.ts';
import type { ClientRequest } from '../client/request-log.ts';
import { plainRetryAfterSeconds, RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { readOperation } from '../expectation/request.ts';
import { senderWords } from './judge-segment.ts';
import type { Segment } from './traffic.ts';

/** What the requests of one caller say of its client. */
export interface Integration {
  readonly caller: string;
  readonly agents: readonly string[];
  readonly requests: number;
  readonly refused: number;
  /** Requests that were sent while a 429 still said to wait, and could have known of it. */
  readonly insisted: number;
  readonly getPet: number;
  /** When getPet was called last, as an ISO date and time. */
  readonly lastGetPet?: string;
  /** The CLIENT rules that its traffic violates, and why: what was seen first. */
  readonly violates: Readonly<Partial<Record<ClientRuleId, string>>>;
}

/** Clocks and timers are granted this much of a wait, and a request that leaves within it may have been under way. In milliseconds. */
const SLACK_MS = 100;

/** The most callers that the table names, and User-Agents of each. */
const MOST_CALLERS = 10_000;
const MOST_AGENTS = 3;

/** What is known of the callers' clients, by their traffic. */
export class Integrations {
  readonly #asOf: string;
  readonly #rows = new Map<string, Integration>();
  /** Callers that are not in the table, for want of room. */
  dropped = 0;

  /** @param asOf - the day, YYYY-MM-DD: after its removal getPet must not be called */
  constructor(asOf: string) {
    this.#asOf = asOf;
  }

  /** The callers with violations first, then those that use getPet; each by requests. */
  get rows(): readonly Integration[] {
    const weight = ({ violates, getPet }: Integration) =>
      2 * Number(Object.keys(violates).length > 0) + Number(getPet > 0);
    return [...this.#rows.values()].toSorted((a, b) => weight(b) - weight(a) || b.requests - a.requests);
  }

  take(segment: Segment): void {
    if (segment.sender.kind !== 'account' && segment.sender.kind !== 'key') return;
    const caller = senderWords(segment.sender);
    const before = this.#rows.get(caller);
    if (before === undefined && this.#rows.size >= MOST_CALLERS) {
      this.dropped++;
      return;
    }
    this.#rows.set(caller, added(before ?? emptyRow(caller), segment, this.#asOf));
  }
}

function emptyRow(caller: string): Integration {
  return { caller, agents: [], requests: 0, refused: 0, insisted: 0, getPet: 0, violates: {} };
}

function added(row: Integration, { observed }: Segment, asOf: string): Integration {
  const exchanges = observed.map(({ exchange }) => exchange);
  const log = clientLog(exchanges);
  const calls = exchanges.filter(({ request }) => readOperation(request).operation === 'getPet');
  const last = calls.at(-1)?.times.startedAt;
  const agents = new Set([
    ...row.agents,
    ...exchanges.flatMap(({ request }) => headerValue(request.headers, 'User-Agent') ?? []),
  ]);
  const failed = judgeClient(log, asOf).filter(({ verdict }) => verdict === 'fail');
  return {
    caller: row.caller,
    agents: [...agents].slice(0, MOST_AGENTS),
    requests: row.requests + exchanges.length,
    refused: row.refused + exchanges.filter(({ answer }) => answer?.status === 429).length,
    insisted:
      row.insisted + log.filter(({ duringWaitOf, underWay }) => duringWaitOf !== undefined && underWay !== true).length,
    getPet: row.getPet + calls.length,
    ...(last === undefined
      ? row.lastGetPet !== undefined && { lastGetPet: row.lastGetPet }
      : { lastGetPet: new Date(last).toISOString() }),
    violates: {
      ...Object.fromEntries(failed.map(({ rule, says }) => [rule, byTime(says, exchanges)])),
      ...row.violates,
    },
  };
}

/** A sentence that names requests by when they came, as a log does, and not by their numbers in a segment that nobody sees. */
function byTime(says: string, exchanges: readonly Omit<Exchange, 'id'>[]): string {
  return says.replaceAll(/#(\d+)\b/g, (name, number: string) => {
    const request = exchanges[Number(number) - 1];
    return request === undefined ? name : `the request of ${new Date(request.times.startedAt).toISOString()}`;
  });
}

/** The requests of one caller as a server that refuses some of them sees a client: which of them came during a wait. */
function clientLog(exchanges: readonly Omit<Exchange, 'id'>[]): ClientRequest[] {
  let wait: { readonly of: number; readonly endedAt: number; readonly until: number } | undefined;
  let inARow = 0;
  return exchanges.map(({ request, answer, times }, index): ClientRequest => {
    const number = index + 1;
    const sent = { ...request, credential: 'primary' as const };
    const base = { number, sent, arrivedAt: times.startedAt, endedAt: times.endedAt, status: answer?.status ?? 0 };
    if (wait !== undefined && times.startedAt < wait.until - SLACK_MS)
      return { ...base, duringWaitOf: wait.of, underWay: times.startedAt < wait.endedAt + SLACK_MS };
    wait = undefined;
    const headers = answer?.headers ?? [];
    const said = answer?.status === 429 ? headerValue(headers, RETRY_AFTER) : undefined;
    const retryAfter = said === undefined ? undefined : plainRetryAfterSeconds(said, times.endedAt);
    inARow = answer?.status === 429 ? inARow + 1 : 0;
    if (retryAfter === undefined) return base;
    wait = { of: number, endedAt: times.endedAt, until: times.endedAt + 1_000 * retryAfter };
    const reset = Number(headerValue(headers, RATE_LIMIT_HEADERS.reset));
    return { ...base, refusal: { retryAfter, inARow }, ...(reset > 0 && { resetAt: 1_000 * reset }) };
  });
}
