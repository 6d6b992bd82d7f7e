import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { errorAnswer } from '../reference/answer.ts';
import { writingFreely } from './free-responses.ts';
import { FREEDOMS } from './freedoms.ts';

/** A 429 as a server with these freedoms writes it. */
async function refused(names: readonly string[], retryAfter: number) {
  const write = writingFreely(FREEDOMS.filter(({ name }) => names.includes(name)));
  const refusal = errorAnswer(429, 'rate_limited', 'the rate limit is exceeded', [['Retry-After', `${retryAfter}`]]);
  const server = createServer((incoming, outgoing) => void write(refusal, incoming, outgoing));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/pets`, { method: 'POST', body: '{}' });
    return { headers: response.headers, status: response.status, text: await response.text() };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

it('writes a response as it is where there are no freedoms', async () => {
  const { headers, status, text } = await refused([], 2);
  expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([429, '2', 'application/json']);
  expect(JSON.parse(text)).toEqual({ code: 'rate_limited', message: 'the rate limit is exceeded', status: 429 });
});

it('writes a response as a service with these freedoms would', async () => {
  const { headers, text } = await refused(
    ['other-codes', 'indented-json', 'gzip', 'chunked-bodies', 'closed-connections'],
    2,
  );
  expect(JSON.parse(text)).toEqual({ code: '42900', message: 'HTTP 429', status: 429 });
  expect(text).toContain('\n  ');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-encoding': 'gzip',
    'transfer-encoding': 'chunked',
    connection: 'close',
  });
  expect((await refused(['empty-429'], 2)).text).toBe('');
});

it('writes a Retry-After as a date that is not too early, and not late where no wait is asked for', async () => {
  const before = Date.now();
  const asked = Date.parse((await refused(['retry-after-date'], 2)).headers.get('retry-after') ?? '');
  expect(asked).toBeGreaterThanOrEqual(before + 2_000);
  expect(asked).toBeLessThan(Date.now() + 3_001);
  const none = (await refused(['retry-after-date'], 0)).headers.get('retry-after') ?? '';
  expect(none).toMatch(/ GMT$/);
  expect(Date.parse(none)).toBeLessThanOrEqual(Date.now());
});
