import { asksForRepetition, isGatewayStatus } from '../evidence/trouble.ts';
import { allowedBody, type Expectation } from '../expectation/expectation.ts';
import type { Reading } from './reading.ts';

/** Responses from in front of the service, or from a service that is restarting. */
export function isGatewayTrouble({ exchange, expectation }: Pick<Reading, 'exchange' | 'expectation'>): boolean {
  const { status } = exchange.answer;
  return isGatewayStatus(status) || isToBeRepeated(status, expectation);
}

/** Whether a status is not one that the request may get, but one after which it may be sent again. */
export function isToBeRepeated(status: number, expectation: Expectation): boolean {
  return asksForRepetition(status) && allowedBody(expectation, status) === undefined;
}

/** Whether the answer is one that any request may get at any time: over the limit. Source: specification, section 8. */
export function isOverLimit({ exchange }: Reading): boolean {
  return exchange.answer.status === 429;
}

/** How a report names the request of an exchange: `GET /pets?limit=5`. */
export function requestLine({ exchange }: Reading): string {
  const { method, target } = exchange.request;
  return `${method} ${target.length > 120 ? `${target.slice(0, 120)}…` : target}`;
}

/** The body of a response in a few words, for findings that expected something else. */
export function describeBody({ body }: Reading): string {
  switch (body.kind) {
    case 'none':
      return 'no body';
    case 'json':
      return describeJson(body.value);
    case 'not-json':
      return 'a body that is not JSON';
    case 'passed-over':
      return 'a body that was not evaluated';
    default:
      return 'a body that was not read to its end';
  }
}

function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') {
    const members = Object.keys(value).slice(0, 6).join(', ');
    return members === '' ? 'an empty object' : `an object with ${members}`;
  }
  return `a JSON ${typeof value === 'bigint' ? 'number' : typeof value}`;
}
