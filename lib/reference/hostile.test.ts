import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PRIMARY, withServer } from './speak.fixture.ts';

/** Sends bytes as they are, and gives all that comes back until the server closes the connection. */
function shout(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

const HEAD = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${PRIMARY}\r\n`;
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${HEAD}\r\n`;
const post = (body: Uint8Array) =>
  Buffer.concat([Buffer.from(`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Length: ${body.length}\r\n\r\n`), body]);

describe('hostile input is never met with a server error, and always with the three headers', () => {
  it.each([
    ['a backslash in the path', get('/v1/pets/\\')],
    ['a broken escape', get('/v1/pets/%E0%A4%A')],
    ['bytes beyond ASCII', Buffer.from(get('/v1/pets/\xe9?status=\xff'), 'latin1')],
    ['a fragment', get('/v1/pets#top')],
    ['two slashes', get('//v1//pets')],
    ['dots', get('/v1/pets/../../../../etc/passwd')],
    ['an absolute target', get('http://example.org/v1/pets?limit=1')],
    ['a target that is no path', get('*')],
    ['a petId of 8000 digits', get(`/v1/pets/${'9'.repeat(8_000)}`)],
    ['a thousand parameters', get(`/v1/pets?${'limit=1&'.repeat(1_000)}`)],
    ['a NUL in the query', get('/v1/pets?status=%00')],
    ['no Host', `GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['two Authorizations', `GET /v1/pets HTTP/1.1\r\n${HEAD}Authorization: Bearer other\r\n\r\n`],
    ['a method of its own', `PROPFIND /v1/pets HTTP/1.1\r\n${HEAD}\r\n`],
    ['TRACE', `TRACE /v1/pets HTTP/1.1\r\n${HEAD}\r\n`],
    ['headers without end', `GET /v1/pets HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['what is no HTTP', 'hello?\r\n\r\n'],
    ['an unreadable header', `GET /v1/pets HTTP/1.1\r\n${HEAD}B\u0001d: x\r\n\r\n`],
    ['deep nesting', post(Buffer.from('['.repeat(100_000)))],
    ['deep objects', post(Buffer.from('{"a":'.repeat(100_000)))],
    ['bytes that are no UTF-8', post(Buffer.from([0x7b, 0xff, 0xfe, 0x00]))],
    ['a name of 100 kB', post(Buffer.from(`{"name":"${'x'.repeat(100_000)}","categoryId":1}`))],
    ['an exponent without measure', post(Buffer.from('{"name":"Rex","categoryId":1e999999999}'))],
    ['half a surrogate pair', post(Buffer.from(String.raw`{"name":"\ud800","categoryId":1}`))],
    ['a NUL', post(Buffer.from('{"name":"a\u0000b","categoryId":1}'))],
  ])('%s', async (_what, bytes) => {
    await withServer({}, async (_speak, { port }) => {
      const answer = await shout(port, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
      for (const name of ['Limit', 'Remaining', 'Reset'])
        expect(answer).toMatch(new RegExp(`\r\nX-RateLimit-${name}: \\d+\r\n`));
    });
  });

  it('answers 413 to a body without end, and goes on', async () => {
    await withServer({}, async (speak) => {
      const long = await speak({ method: 'POST', path: '/v1/pets', body: Buffer.alloc(3_000_000, 'x') });
      expect([long.status, long.json()]).toMatchObject([413, { status: 413 }]);
      expect((await speak({ path: '/v1/pets' })).status).toBe(200);
    });
  });

  it('outlives callers that go away in the middle', async () => {
    await withServer({}, async (speak, { port }) => {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Length: 1000\r\n\r\n{`, () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
      expect((await speak({ path: '/v1/pets' })).status).toBe(200);
    });
  });
});
