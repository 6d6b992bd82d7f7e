import type { ClientRuleId } from '../client/finding.ts';
import { judgeRecorded } from '../client/judge-recorded.ts';
import { recordedLog } from '../client/recorded-log.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { readOperation } from '../expectation/request.ts';
import { asSent } from './as-sent.ts';
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

/** From a gateway to a client and back, at most: what comes within this time after a 429 may have left before it. In milliseconds. */
const WAY_MS = 1_000;

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
  // That a caller is known says that it has a key.
  const exchanges = asSent(observed, 'primary');
  const recorded = recordedLog(exchanges, WAY_MS);
  const { log } = recorded;
  const calls = exchanges.filter(({ request }) => readOperation(request).operation === 'getPet');
  const last = calls.at(-1)?.times.startedAt;
  const agents = new Set([
    ...row.agents,
    ...exchanges.flatMap(({ request }) => headerValue(request.headers, 'User-Agent') ?? []),
  ]);
  const failed = judgeRecorded(recorded, asOf).filter(({ verdict }) => verdict === 'fail');
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
