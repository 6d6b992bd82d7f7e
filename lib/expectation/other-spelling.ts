import type { SentRequest } from '../evidence/exchange.ts';
import { percentDecoded, readPetId } from './pet-id.ts';
import { splitTarget } from './request.ts';

/**
 * The documented operation whose path a request spells in another way that many routers accept: with a slash at its end or
 * doubled, in another letter case, percent-encoded, with dots or parameters in it. Undefined for any other path or method: what
 * `/pets.json` or `/pets/featured/today` is for is not shown. Source: specification, sections 4.1 to 4.4.
 */
export function spelledOtherwise({ method, target }: Pick<SentRequest, 'method' | 'target'>): string | undefined {
  const { path } = splitTarget(target);
  const [first, second, ...more] = segmentsOf(percentDecoded(path) ?? path);
  if (first?.toLowerCase() !== 'pets' || more.length > 0) return undefined;
  if (second === undefined) return method === 'GET' || method === 'POST' ? `${method} /pets` : undefined;
  return method === 'GET' && readPetId(second).kind !== 'not-int64' ? 'GET /pets/{petId}' : undefined;
}

/** The segments that name something: without empty ones, dots, and what follows a semicolon. */
function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const part of path.split('/')) {
    const segment = part.split(';', 1)[0]?.trim() ?? '';
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}
