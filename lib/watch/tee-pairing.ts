import type { Answer, Failure, SentRequest } from '../evidence/exchange.ts';
import { PassingBody, type Cut } from './tee-body.ts';
import { readRequestHead, readResponseHead, type Framing, type RequestHead, type ResponseHead } from './tee-head.ts';
import type { Breakage, Side } from './tee-messages.ts';
import { MessageReader } from './tee-reader.ts';
import { NotWatchedError, unreadable } from './tee-skipped.ts';

/** One request and what became of it, as the bytes were: with its credentials. */
export interface RawExchange {
  readonly id: number;
  readonly request: Omit<SentRequest, 'credential'>;
  readonly answer?: Answer;
  readonly failure?: Failure;
  readonly times: { readonly startedAt: number; readonly answeredAt?: number; readonly endedAt: number };
}

/** A request that is not yet responded to. */
interface Pending {
  readonly id: number;
  readonly head: RequestHead;
  readonly body: PassingBody;
  readonly startedAt: number;
  readonly headLength: number;
  isWhole: boolean;
  response?: Response;
}

interface Response {
  readonly head: ResponseHead;
  readonly body: PassingBody;
  readonly headLength: number;
  readonly answeredAt: number;
  endedAt?: number;
}

/** What a pairing is made with. */
export interface PairingSetup {
  /** So much of each body is kept, in bytes. */
  readonly mostOfBody: number;
  /** @returns the number of the next request, over all connections */
  readonly nextId: () => number;
  /** Told of each exchange at its end. */
  readonly onExchange: (exchange: RawExchange) => void;
}

/** More requests than this without a response are not how a client of the service works. */
const MOST_PENDING = 1_000;

/**
 * Pairs the requests of one connection with the responses to them, which come in the same order. Source: RFC 9112, section 9.3.2.
 *
 * A failure is the service's only where nothing else explains it: neither did the client go first, nor had the service said before that
 * it would close, nor could it have closed the idle connection while the request was on its way (section 9.5).
 */
export class Pairing {
  readonly #setup: PairingSetup;
  readonly #requests: MessageReader;
  readonly #responses: MessageReader;
  #pending: Pending[] = [];
  #sending: Pending | undefined;
  #responded = 0;
  /** The service said that it would close. */
  #isClosing = false;
  #clientEnded = false;

  constructor(setup: PairingSetup) {
    this.#setup = setup;
    this.#requests = new MessageReader(true, {
      onHead: (lines, startedAt) => this.#beginRequest(lines, startedAt),
      onBody: (bytes) => this.#sending?.body.add(bytes),
      onEnd: () => this.#endRequest(),
    });
    this.#responses = new MessageReader(false, {
      onHead: (lines, _startedAt, at) => this.#beginResponse(lines, at),
      onBody: (bytes) => this.#pending[0]?.response?.body.add(bytes),
      onEnd: (at) => this.#endResponse(at),
    });
  }

  /** The bytes that are held for exchanges which are not complete. */
  get held(): number {
    return this.#pending.reduce((sum, one) => {
      const ofResponse = one.response === undefined ? 0 : one.response.headLength + one.response.body.kept;
      return sum + one.headLength + one.body.kept + ofResponse;
    }, this.#requests.held + this.#responses.held);
  }

  /** @throws {NotWatchedError} when the rest of the connection cannot be read with certainty */
  read(from: Side, bytes: Uint8Array, at: number): void {
    (from === 'client' ? this.#requests : this.#responses).read(bytes, at);
  }

  /**
   * One side sends no more.
   *
   * @param broken - why, where it is not the end that TCP has for it: both sides are gone then
   */
  end(by: Side, at: number, broken?: Breakage): void {
    if (by === 'client') {
      this.#clientEnded = true;
      if (broken !== undefined) this.#giveUp(at, { kind: 'interrupted', says: broken.says });
      return;
    }
    if (broken === undefined && !this.#clientEnded) this.#responses.finish(at);
    this.#giveUp(at, broken ?? { kind: 'reset', says: 'the service closed the connection' });
  }

  #beginRequest(lines: readonly string[], startedAt: number): Framing {
    const { framing, ...head } = readRequestHead(lines);
    if (this.#pending.length >= MOST_PENDING) throw new NotWatchedError('memory', 'too many requests have no response');
    this.#sending = {
      id: this.#setup.nextId(),
      head,
      body: new PassingBody(this.#setup.mostOfBody),
      startedAt,
      headLength: lengthOf(lines),
      isWhole: false,
    };
    this.#pending.push(this.#sending);
    return framing;
  }

  #endRequest(): void {
    const request = this.#sending;
    if (request === undefined) return;
    request.isWhole = true;
    this.#sending = undefined;
    if (request.response?.endedAt !== undefined) this.#complete(request, request.response.endedAt);
  }

  #beginResponse(lines: readonly string[], at: number): Framing {
    const [request] = this.#pending;
    // To the request before it, whose body is still being sent, there is a response already.
    if (request === undefined || request.response !== undefined) throw unreadable('a response without a request');
    const { response: head, framing } = readResponseHead(lines, request.head.method);
    if (head === undefined) return 0;
    request.response = {
      head,
      body: new PassingBody(this.#setup.mostOfBody),
      headLength: lengthOf(lines),
      answeredAt: at,
    };
    return framing;
  }

  #endResponse(at: number): void {
    const [request] = this.#pending;
    // An interim response has ended; another follows.
    if (request?.response === undefined) return;
    request.response.endedAt = at;
    this.#isClosing ||= request.response.head.isLast;
    this.#responded += 1;
    if (request.isWhole) this.#complete(request, at);
  }

  #complete(request: Pending, endedAt: number): void {
    this.#pending.shift();
    this.#emit(request, endedAt);
  }

  /** Nothing more will come for the requests that have no whole response. */
  #giveUp(at: number, failure: Failure): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#sending = undefined;
    const isClosedByService = !this.#clientEnded && !this.#isClosing;
    for (const request of pending) {
      // Else it was sent on a connection that was in use before, or not to its end: the service may have closed first, and rightly.
      const hasReached =
        request.response !== undefined || (this.#responded === 0 && request.isWhole && request === pending[0]);
      const isOfService = failure.kind !== 'reset' || (isClosedByService && hasReached);
      this.#emit(request, request.response?.endedAt ?? at, isOfService ? failure : { ...failure, kind: 'interrupted' });
    }
  }

  /** @param failure - why there is no response, or none that came to its end */
  #emit(
    { id, head: { method, target, headers }, body, startedAt, isWhole, response }: Pending,
    endedAt: number,
    failure: Failure = INTERRUPTED,
  ): void {
    const cut = isWhole ? undefined : { why: 'the request was not sent to its end' };
    const request = { method, target, headers, body: body.body(cut) };
    if (response === undefined) {
      this.#setup.onExchange({ id, request, failure, times: { startedAt, endedAt } });
      return;
    }
    const { head, answeredAt } = response;
    const answerBody = response.body.body(response.endedAt === undefined ? cutBy(failure) : undefined);
    this.#setup.onExchange({
      id,
      request,
      answer: { status: head.status, headers: head.headers, body: answerBody },
      times: { startedAt, answeredAt, endedAt },
    });
  }
}

const INTERRUPTED: Failure = { kind: 'interrupted', says: 'the connection was closed' };

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 2, 2);
}

function cutBy({ kind, says }: Failure): Cut {
  return { why: says, ...(kind === 'reset' && { by: kind }) };
}
