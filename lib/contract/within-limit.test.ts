import { expect, it } from 'vitest';
import { isAnsweredWithinLimit } from './within-limit.ts';

it.each([
  ['no response', {}, false],
  ['429', { answer: { status: 429 } }, false],
  ['200', { answer: { status: 200 } }, true],
  ['another refusal', { answer: { status: 401 } }, true],
  ['a server error', { answer: { status: 503 } }, true],
])('%s', (_what, exchange, is) => {
  expect(isAnsweredWithinLimit(exchange)).toBe(is);
});
