import { plainBytes } from './decoded.ts';
import { isExactObject, parseExactJson, type ExactObject } from './exact-json.ts';
import type { Answer, Exchange } from './exchange.ts';

/**
 * The id of the pet that an exchange left behind: any success of a POST counts, even of one that should have been
 * refused. Undefined when the answer shows no integer id.
 */
export function createdId(exchange: Exchange): bigint | undefined {
  const id = isCreation(exchange) ? objectIn(exchange.answer)?.['id'] : undefined;
  return typeof id === 'bigint' ? id : undefined;
}

/** The JSON object that a response is, whatever its media type says: the pet of createPet and getPet. Undefined of any other body. */
export function objectIn(answer: Answer | undefined): ExactObject | undefined {
  if (answer?.body.kind !== 'bytes') return undefined;
  const reading = parseExactJson(new TextDecoder().decode(plainBytes(answer)));
  return reading.ok && isExactObject(reading.value) ? reading.value : undefined;
}

/** Whether a POST succeeded, whatever its response shows. */
export function isCreation({ request, answer }: Exchange): boolean {
  return request.method === 'POST' && answer !== undefined && answer.status >= 200 && answer.status <= 299;
}
