import { operationNamed, type Operation } from '../contract/operations.ts';
import { createdId, isCreation } from '../evidence/creation.ts';
import { plainBytes } from '../evidence/decoded.ts';
import {
  isExactArray,
  isExactObject,
  parseExactJson,
  type ExactJson,
  type ExactObject,
} from '../evidence/exact-json.ts';
import { isSuccess, type Answer, type Exchange, type SentRequest } from '../evidence/exchange.ts';

/** What a client could see of one response of a service. */
export interface Seen {
  readonly request: SentRequest;
  readonly answer: Answer;
  readonly operation: Operation;
  /** The body without content codings; undefined where none was recorded. */
  readonly text: string | undefined;
  /** The body as JSON, where it is. */
  readonly json: ExactJson | undefined;
  /** The pets of a 2xx, in their order. */
  readonly pets: readonly ExactObject[];
  /** Of these the pets that somebody else than the run created: their values are the service's. */
  readonly others: readonly ExactObject[];
  /** The object in the body of a 4xx or 5xx. */
  readonly error: ExactObject | undefined;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** From the request to the begin of the response, in milliseconds. */
  readonly milliseconds: number;
}

/** Reads one response after the other, in the order of sending, and remembers which pets the run created. */
export class SeenReader {
  readonly #created = new Set<ExactJson | undefined>();

  /** @returns undefined where there is no response that a client could get by what is documented */
  read(exchange: Exchange): Seen | undefined {
    const { request, answer, times } = exchange;
    const id = createdId(exchange);
    if (id !== undefined) this.#created.add(id);
    const operation = operationNamed(request.method, request.target);
    if (answer === undefined || operation === undefined || !isOrdinary(answer.status)) return undefined;
    const bytes = plainBytes(answer);
    const text = bytes && new TextDecoder().decode(bytes);
    const reading = text === undefined || text === '' ? undefined : parseExactJson(text);
    const json = reading?.ok === true ? reading.value : undefined;
    const pets = isSuccess(answer.status) ? (isExactArray(json) ? json : [json]).filter(isExactObject) : [];
    const at = times.answeredAt ?? times.endedAt;
    return {
      request,
      answer,
      operation,
      text,
      json,
      pets,
      others: isCreation(exchange) ? [] : pets.filter((pet) => !this.#created.has(pet['id'])),
      error: answer.status >= 400 && isExactObject(json) ? json : undefined,
      at,
      milliseconds: at - times.startedAt,
    };
  }
}

/** What is refused otherwise was hostile, and often not by the service but by the server in front of it. */
function isOrdinary(status: number): boolean {
  return isSuccess(status) || [401, 404, 429].includes(status);
}
