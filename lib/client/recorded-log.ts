import { plainRetryAfterSeconds, RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import { parseHttpDate } from '../contract/http-date.ts';
import { headerValue, type Exchange, type SentRequest } from '../evidence/exchange.ts';
import { withoutDoubt } from './refused-rows.ts';
import { isSameRequest, type ClientRequest } from './request-log.ts';
import { TIMER_SLACK_MS, UNDER_WAY_MS } from './script.ts';

/** What a recording shows of one client of a real service. */
export interface RecordedLog {
  /** In milliseconds since 1970: from here on the log counts. */
  readonly startedAt: number;
  readonly log: readonly ClientRequest[];
  /** The numbers of the requests of which the times do not tell whether a Retry-After had passed by then. */
  readonly uncertain: readonly number[];
  /** The times are too coarse to measure waits. */
  readonly isCoarse: boolean;
}

/** A 429 with Retry-After. Between the two instants it is not known whether the wait is over. */
interface Wait {
  readonly of: number;
  /** The span in which the 429 was received. */
  readonly received: Exchange['times'];
  readonly certainlyUntil: number;
  readonly perhapsUntil: number;
}

/** Refusals in a row. */
interface Row {
  readonly sent: SentRequest;
  /** 0 where nobody knows. */
  readonly inARow: number;
  /** Seconds; undefined where Retry-After was not kept. */
  readonly asked: number | undefined;
}

/** Times that all end like this were cut off. In milliseconds. */
const COARSE_MS = 10;

/** A 429 takes less, unless the clock is coarse, or the recorder did not keep how long it took. In milliseconds. */
const FAST_MS = 500;

/**
 * The recorded requests of one client as a log that CLIENT rules are judged on.
 *
 * The times of an exchange are a span in which the service met the request. A request was certainly sent during a wait only if that is so
 * wherever in their spans it and the 429 were. Requests without the key of the client (`credential` other than `primary`) have no part in waits.
 *
 * @param exchanges - in any order; not empty
 * @param wayMs - how long a response may take from where it was recorded to the client, and the next request back: 0 where the client's own
 *   side was recorded
 */
export function recordedLog(exchanges: readonly Omit<Exchange, 'id'>[], wayMs = 0): RecordedLog {
  const inOrder = exchanges.toSorted((a, b) => a.times.startedAt - b.times.startedAt);
  const startedAt = inOrder[0]?.times.startedAt ?? 0;
  const isCoarse = isOfCoarseClock(inOrder);
  const rows = new Rows({ startedAt, isCoarse, underWayMs: UNDER_WAY_MS + wayMs });
  for (const exchange of inOrder) rows.add(exchange);
  const log = wayMs > 0 ? rows.log : withoutDoubt(rows.log);
  // Who sends one request at a time knows of each 429: what looked like under way is early then, and no longer uncertain.
  const uncertain = rows.uncertain.filter((number) => log[number - 1]?.underWay === rows.log[number - 1]?.underWay);
  return { startedAt, log, uncertain, isCoarse };
}

function isOfCoarseClock(exchanges: readonly Omit<Exchange, 'id'>[]): boolean {
  const isCutOff = exchanges.length > 1 && exchanges.every(({ times }) => times.startedAt % COARSE_MS === 0);
  return isCutOff || exchanges.every(({ times }) => isLong(times));
}

function isLong({ startedAt, endedAt }: Exchange['times']): boolean {
  return endedAt - startedAt > FAST_MS;
}

/** The log as it grows, and what is known by then. */
class Rows {
  readonly log: ClientRequest[] = [];
  readonly uncertain: number[] = [];
  readonly #startedAt: number;
  readonly #isCoarse: boolean;
  readonly #underWayMs: number;
  #waits: Wait[] = [];
  /** Undefined if the last request was not refused. */
  #row: Row | undefined;
  /** Requests that were refused when they were last seen. */
  readonly #open = new Set<string>();
  /** Before anything was admitted, nobody knows how often the client was refused already. */
  #isAdmitted = false;

  constructor(about: Pick<RecordedLog, 'startedAt' | 'isCoarse'> & { readonly underWayMs: number }) {
    this.#startedAt = about.startedAt;
    this.#isCoarse = about.isCoarse;
    this.#underWayMs = about.underWayMs;
  }

  add({ request: sent, answer, times }: Omit<Exchange, 'id'>): void {
    const number = this.log.length + 1;
    const plain: ClientRequest = {
      number,
      sent,
      arrivedAt: times.startedAt - this.#startedAt,
      ...(answer !== undefined && { status: answer.status, endedAt: times.endedAt - this.#startedAt }),
    };
    const row = sent.credential === 'primary' ? this.#withKey(plain, answer, times) : plain;
    this.log.push(row);
  }

  #withKey(plain: ClientRequest, answer: Exchange['answer'], times: Exchange['times']): ClientRequest {
    this.#waits = this.#waits.filter(({ perhapsUntil }) => perhapsUntil - TIMER_SLACK_MS > times.startedAt);
    const metAt = times.answeredAt ?? times.endedAt;
    const early = this.#waits.find(({ certainlyUntil }) => metAt < certainlyUntil - TIMER_SLACK_MS);
    const isUnderWay = ({ received }: Wait) => times.startedAt < received.endedAt + this.#underWayMs;
    const isCertainly = ({ received }: Wait) =>
      metAt <= received.startedAt + this.#underWayMs || !(this.#isCoarse || isLong(received));
    if (this.#waits.some((wait) => (isUnderWay(wait) ? !isCertainly(wait) : early === undefined)))
      this.uncertain.push(plain.number);
    if (early !== undefined) {
      const row = { ...plain, duringWaitOf: early.of, underWay: isUnderWay(early) };
      if (!row.underWay) this.#row = { ...this.#next(plain.sent, 0), asked: undefined };
      return row;
    }
    return this.#afterWaits(plain, answer, times);
  }

  #afterWaits(plain: ClientRequest, answer: Exchange['answer'], times: Exchange['times']): ClientRequest {
    const asked = answer?.status === 429 ? askedBy(answer, times) : undefined;
    if (answer === undefined || asked === undefined) {
      this.#row = undefined;
      if (answer !== undefined && answer.status !== 429) this.#admit(plain.sent);
      return plain;
    }
    this.#waits.push({ of: plain.number, received: times, ...asked });
    const { retryAfter } = asked;
    const isFirst = this.#isAdmitted && !this.#open.has(nameOf(plain.sent));
    const next = this.#next(plain.sent, isFirst ? 1 : 0);
    // From where on it is asked to wait for another time, its waits may follow what is asked.
    const isOther = next.asked !== undefined && next.asked !== retryAfter;
    this.#row = { sent: next.sent, asked: retryAfter, inARow: isOther ? 0 : next.inARow };
    this.#open.add(nameOf(plain.sent));
    const reset = Number(headerValue(answer.headers, RATE_LIMIT_HEADERS.reset));
    return {
      ...plain,
      refusal: { retryAfter, inARow: this.#row.inARow },
      ...(reset > 0 && { resetAt: 1_000 * reset - this.#startedAt }),
    };
  }

  /** The row with one more refusal. @param first - where another row begins with it: 1, or 0 if its place is not known */
  #next(sent: SentRequest, first: number): Row {
    const row = this.#row;
    if (row === undefined || !isSameRequest(row.sent, sent)) return { sent, inARow: first, asked: undefined };
    return { ...row, inARow: row.inARow === 0 ? 0 : row.inARow + 1 };
  }

  #admit(sent: SentRequest): void {
    this.#isAdmitted = true;
    this.#open.delete(nameOf(sent));
  }
}

/** A request by its first line. */
function nameOf({ method, target }: SentRequest): string {
  return `${method} ${target}`;
}

/** What a 429 asks for; undefined where it has no Retry-After that can be read. Source: section 7. */
function askedBy({ headers }: NonNullable<Exchange['answer']>, times: Exchange['times']) {
  const said = headerValue(headers, RETRY_AFTER);
  if (said === undefined) return undefined;
  const now = parseHttpDate((headerValue(headers, 'Date') ?? '').trim(), times.endedAt);
  const asked = plainRetryAfterSeconds(said, now ?? times.endedAt);
  if (asked === undefined) return undefined;
  const isDate = !/^\s*\d/.test(said);
  const until = isDate ? (parseHttpDate(said.trim(), times.endedAt) ?? 0) : Infinity;
  return {
    retryAfter: Math.ceil(asked),
    // A date is read by the clock of the service, which is told in whole seconds, or by that of the client.
    certainlyUntil: Math.min(times.startedAt + 1_000 * (isDate ? asked - 1 : asked), until),
    perhapsUntil: times.endedAt + 1_000 * asked,
  };
}
