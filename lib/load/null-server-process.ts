/*
 * A service that does nothing, to learn how much a load generator can send on this machine: each request gets the same response, of
 * as many bytes as are asked for, with limit headers that never change. Listens on loopback, prints its port, and ends as soon as the
 * process that started it is gone.
 *
 * node null-server-process.ts LIMIT BYTES
 */
import { createServer } from 'node:net';

const [, , limit = '60', bytes = '2'] = process.argv;
const head = [
  'HTTP/1.1 200 OK',
  'Content-Type: application/json',
  `X-RateLimit-Limit: ${limit}`,
  `X-RateLimit-Remaining: ${Number(limit) - 1}`,
  'X-RateLimit-Reset: ',
];
const resetLength = 10;
const lengths = (body: number) => `Content-Length: ${body}\r\n\r\n`;
const headLength = head.join('\r\n').length + resetLength + 2;
const body = Math.max(2, Number(bytes) - headLength - lengths(Number(bytes)).length);
const reset = Math.floor(Date.now() / 1_000) + 3_600;
const response = Buffer.from(`${head.join('\r\n')}${reset}\r\n${lengths(body)}[${' '.repeat(body - 2)}]`);
const END_OF_HEAD = '\r\n\r\n';

const server = createServer({ noDelay: true }, (socket) => {
  // The end of a request's head may come in two pieces; a body holds no empty line.
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const text = rest + chunk;
    const heads = text.split(END_OF_HEAD).length - 1;
    for (let nth = 0; nth < heads; nth++) socket.write(response);
    rest = heads === 0 ? text.slice(-MOST_KEPT) : text.slice(text.lastIndexOf(END_OF_HEAD) + END_OF_HEAD.length);
  });
  socket.on('error', () => socket.destroy());
});

/** How much of a head without an end is kept, in characters. */
const MOST_KEPT = 16_384;

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
// There is nothing to keep, and process.exit now and then never ends (nodejs/node#54918).
const end = () => process.kill(process.pid, 'SIGKILL');
process.stdin.on('end', end).on('error', end).resume();
