import { decoded } from './decoded.ts';
import { isExactObject, parseExactJson } from './exact-json.ts';
import { headerValue, type Exchange } from './exchange.ts';

/**
 * The id of the animal that an exchange left behind: any success of a POST counts, even of one that should have been
 * refused. Undefined when the answer shows no integer id.
 */
export function createdId(exchange: Exchange): bigint | undefined {
  const { answer } = exchange;
  if (!isCreation(exchange) || answer?.body.kind !== 'bytes') return undefined;
  const bytes = decoded(answer.body.bytes, headerValue(answer.headers, 'Content-Encoding'));
  const reading = parseExactJson(new TextDecoder().decode(bytes));
  const id = reading.ok && isExactObject(reading.value) ? reading.value['id'] : undefined;
  return typeof id === 'bigint' ? id : undefined;
}

/** Whether a POST succeeded, whatever its response shows. */
export function isCreation({ request, answer }: Exchange): boolean {
  return request.method === 'POST' && answer !== undefined && answer.status >= 200 && answer.status <= 299;
}
