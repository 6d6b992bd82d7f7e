import { askedWait } from '../contract/asked-wait.ts';
import { RETRY_AFTER } from '../contract/headers.ts';
import { operationNamed, type Operation } from '../contract/operations.ts';
import { OperationGivenUpError } from '../errors.ts';
import { headerValues, type Answer, type Body, type Exchange } from '../evidence/exchange.ts';
import type { Target } from '../targets/target.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { remainingOf, resetOf } from './pace.ts';

/** As many requests of an operation in a row time out before no more are sent: of one that never responded, and of one that has. */
const MOST_SILENT = { never: 3, before: 6 };

/** So often in a row a 429 is waited for that contradicts its own Remaining. */
const MOST_CONTRADICTING = 2;

/** A refusal that asks for no wait is met with this pause at least, in milliseconds. */
const LEAST_WAIT_MS = 1_000;

/** What came of the newest requests of an operation. */
interface Row {
  isAnswered: boolean;
  silent: number;
  contradicting: number;
  /** When what the newest of these refusals asked for is over, in milliseconds since 1970. */
  waitEnds: number;
}

/**
 * Operations that a run gives up while it goes on with the others: one that lets requests time out, each of which takes ten seconds, and one
 * that refuses them with 429 although requests of the minute remain, each of which asks for a wait.
 */
export class GivenUp {
  readonly #target: Pick<Target, 'windows'>;
  readonly #rows = new Map<Operation, Row>();
  readonly #errors = new Map<Operation, OperationGivenUpError>();

  constructor(target: Pick<Target, 'windows'>) {
    this.#target = target;
  }

  /** Why a request is not sent; undefined where it is. */
  refusal({ method, target }: Pick<OutgoingRequest, 'method' | 'target'>): OperationGivenUpError | undefined {
    const operation = operationNamed(method, target);
    return operation === undefined ? undefined : this.#errors.get(operation);
  }

  /** Takes note of an exchange. @returns why no more of its operation are sent, when that is decided by it */
  note(exchange: Exchange): OperationGivenUpError | undefined {
    const { request, answer, failure } = exchange;
    const operation = operationNamed(request.method, request.target);
    if (operation === undefined || this.#errors.has(operation)) return undefined;
    const row = this.#rows.get(operation) ?? { isAnswered: false, silent: 0, contradicting: 0, waitEnds: 0 };
    this.#rows.set(operation, row);
    if (answer !== undefined) row.silent = 0;
    else if (failure?.kind === 'timeout' && isReadable(request.body)) row.silent++;
    row.isAnswered ||= answer !== undefined;
    if (request.credential === 'primary' && answer !== undefined) this.#noteRefusal(exchange, answer, row);
    const error = errorOf(operation, row);
    if (error !== undefined) this.#errors.set(operation, error);
    return error;
  }

  /** Of refusals that follow each other, as in a burst, only those after a wait contradict anew. */
  #noteRefusal(exchange: Exchange, { status, headers }: Answer, row: Row): void {
    const { startedAt, answeredAt = exchange.times.endedAt } = exchange.times;
    if (status !== 429 || !this.#contradicts(exchange)) {
      row.contradicting = 0;
      row.waitEnds = 0;
    } else if (startedAt >= row.waitEnds) {
      row.contradicting++;
      row.waitEnds =
        answeredAt + Math.max(LEAST_WAIT_MS, askedWait(headerValues(headers, RETRY_AFTER), answeredAt) ?? 0);
    }
  }

  /** Whether a refusal says that requests of the minute remain: a Remaining that counts the day does not contradict it. */
  #contradicts(exchange: Exchange): boolean {
    return (remainingOf(exchange, this.#target) ?? 0) > 0 && resetOf(exchange, this.#target) !== undefined;
  }
}

/** Whether a body is an object in JSON, or none: what hangs at any other says nothing of the operation. */
function isReadable(body: Body): boolean {
  if (body.kind !== 'bytes') return body.kind === 'none';
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body.bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function errorOf(operation: Operation, { isAnswered, silent, contradicting }: Row): OperationGivenUpError | undefined {
  if (silent >= (isAnswered ? MOST_SILENT.before : MOST_SILENT.never))
    return new OperationGivenUpError(`${operation} gave no response to ${silent} requests in a row`);
  return contradicting < MOST_CONTRADICTING
    ? undefined
    : new OperationGivenUpError(
        `${operation} refused ${contradicting} requests in a row with 429 although X-RateLimit-Remaining was more than 0`,
      );
}
