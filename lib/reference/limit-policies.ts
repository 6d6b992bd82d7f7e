import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerOf, withHeader, type Answer } from './answer.ts';

/** Writes the limit as several gateways do: its number, and a policy behind it. */
export function withPolicies(answer: Answer): Answer {
  const limit = headerOf(answer, RATE_LIMIT_HEADERS.limit);
  return limit === undefined ? answer : withHeader(answer, RATE_LIMIT_HEADERS.limit, `${limit}, ${limit};w=60`);
}
