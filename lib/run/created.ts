import { parseExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { memberOf } from '../judges/reading.ts';

/**
 * The ids of the animals that an exchange left behind, as decimal text: any success of a POST counts, also of one that
 * should have been refused. None when the answer shows none.
 */
export function createdIds({ request, answer }: Exchange): readonly string[] {
  if (request.method !== 'POST' || answer === undefined || answer.status < 200 || answer.status > 299) return [];
  if (answer.body.kind !== 'bytes') return [];
  const reading = parseExactJson(new TextDecoder().decode(answer.body.bytes));
  const id = reading.ok ? memberOf(reading.value, 'id') : undefined;
  return typeof id === 'bigint' || typeof id === 'string' ? [`${id}`] : [];
}
