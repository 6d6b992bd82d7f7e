import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createdId } from './creation.ts';
import type { Exchange, HeaderPair } from './exchange.ts';

const PET = '{"id":9007199254740993,"name":"a","categoryId":1}';

/** A creation and its response. */
function creation(bytes: Uint8Array, headers: readonly HeaderPair[] = [], status = 201): Exchange {
  return {
    id: 1,
    request: { method: 'POST', target: '/pets', headers: [], body: { kind: 'none' }, credential: 'primary' },
    answer: { status, headers, body: { kind: 'bytes', bytes } },
    times: { startedAt: 0, answeredAt: 1, endedAt: 1 },
    probe: 'create/valid',
  };
}

it.each([
  ['as it is', creation(Buffer.from(PET)), 9007199254740993n],
  ['compressed', creation(gzipSync(PET), [['content-encoding', 'gzip']]), 9007199254740993n],
  [
    'in a coding that its bytes do not have',
    creation(Buffer.from(PET), [['Content-Encoding', 'br']]),
    9007199254740993n,
  ],
  ['of a refusal', creation(Buffer.from(PET), [], 400), undefined],
  ['with a text as its id', creation(Buffer.from('{"id":"7"}')), undefined],
])('reads the id of a created pet %s', (_how, exchange, id) => {
  expect(createdId(exchange)).toBe(id);
});
