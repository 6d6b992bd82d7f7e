import { createdId } from '../evidence/created.ts';
import { decoded } from '../evidence/decoded.ts';
import { isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { plainGet } from '../model/coverage.ts';

/**
 * The last getPet by the same key that showed a created pet with the status that its creation returned: what was never found by its id, or
 * is shown otherwise there, is another fault than a list that lacks it.
 *
 * @param sent - what was sent so far
 */
export function readOf(creation: Exchange, sent: Iterable<Exchange>): Exchange | undefined {
  const id = createdId(creation);
  if (id === undefined) return undefined;
  const target = `/pets/${id}`;
  const status = statusIn(creation);
  let found: Exchange | undefined;
  for (const exchange of sent) {
    const { request, answer } = exchange;
    const isOfPet = request.method === 'GET' && request.target === target;
    if (!isOfPet || request.credential !== creation.request.credential || answer?.status !== 200) continue;
    found = statusIn(exchange) === status ? exchange : undefined;
  }
  return found;
}

/** getPet of a created pet that was never sent so far: after all else, it tells a list that lacks the pet from a pet that is gone. */
export function firstReadOf(creation: Exchange, sent: Iterable<Exchange>): Exchange | undefined {
  const id = createdId(creation);
  if (id === undefined || creation.request.credential !== 'primary') return undefined;
  const target = `/pets/${id}`;
  for (const { request } of sent) if (request.method === 'GET' && request.target === target) return undefined;
  return { ...creation, request: plainGet(target) };
}

/** The status of the pet that a response shows. */
function statusIn({ answer }: Exchange): ExactJson | undefined {
  if (answer?.body.kind !== 'bytes') return undefined;
  const bytes = decoded(answer.body.bytes, headerValue(answer.headers, 'Content-Encoding'));
  const reading = parseExactJson(new TextDecoder().decode(bytes));
  return reading.ok && isExactObject(reading.value) ? reading.value['status'] : undefined;
}
