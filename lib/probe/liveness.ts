import { TargetError, UnreachableError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';

/** This many requests in a row without an answer call for a look whether anything is still answered. */
const MOST_UNANSWERED = 3;

/** A service that answers nothing but what it answered before is not worth more looks than this. */
const MOST_LOOKS = 14;

/** A body that broke off after this long, in milliseconds, or after this many bytes, is taken for one that never ends. */
const ENDLESS = { after: 5_000, bytes: 1024 * 1024 };

/** Tells a service that is gone from one that leaves some requests unanswered, which is for the judges. */
export class Liveness {
  readonly #baseUrl: string;
  #silent = 0;
  #looks = 0;
  #known: OutgoingRequest | undefined;
  #says = '';
  #answered = false;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Whether anything was ever answered. */
  get isAnswered(): boolean {
    return this.#answered;
  }

  /**
   * Takes note of an exchange.
   *
   * @throws {TargetError} when nothing was ever answered
   */
  note(exchange: Exchange, request: OutgoingRequest): void {
    const { answer, failure } = exchange;
    this.#answered ||= answer !== undefined;
    if (answer !== undefined && !isEndless(exchange)) {
      this.#silent = 0;
      if (answer.status === 200 && request.method === 'GET' && exchange.request.credential === 'primary')
        this.#known ??= request;
      return;
    }
    this.#silent++;
    const why = answer?.body.kind === 'truncated' ? answer.body.why : undefined;
    this.#says = failure?.says ?? why ?? 'there was no response';
    if (!this.#answered) throw new UnreachableError(this.#baseUrl, this.#says, failure?.isOfProxy);
  }

  /**
   * Looks whether a request that was answered before still is, when several in a row were not.
   *
   * @param send - sends it, and notes the exchange
   * @throws {TargetError} when it is not: the service is gone
   */
  async look(send: (request: OutgoingRequest) => Promise<Exchange>): Promise<void> {
    if (this.#silent < MOST_UNANSWERED) return;
    if (this.#known !== undefined) {
      if (this.#looks++ >= MOST_LOOKS)
        throw new TargetError('too many requests got no response', 'see why the service does so', this.#says);
      const { answer } = await send(this.#known);
      if (answer !== undefined && this.#silent === 0) return;
    }
    throw new TargetError('the service stopped responding', 'check the service, then start the run again', this.#says);
  }
}

/** Whether the body of an answer was given up as endless; one that merely broke off is judged. */
function isEndless({ answer, times }: Exchange): boolean {
  if (answer?.body.kind !== 'truncated') return false;
  return answer.body.bytes.length >= ENDLESS.bytes || times.endedAt - times.startedAt >= ENDLESS.after;
}
