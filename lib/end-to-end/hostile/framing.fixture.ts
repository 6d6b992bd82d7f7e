import { gzipSync } from 'node:zlib';
import { altering, drip, pour, write, type HostileService, type Turn } from './raw-service.fixture.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Writes these bytes, whatever was asked, and ends the connection unless it is to stay. */
function saying(text: string | Buffer, { stays = false } = {}): HostileService['answer'] {
  return ({ socket }) => (stays ? socket.write(text) : socket.end(text));
}

const BOMB = gzipSync(Buffer.alloc(10 * 1_048_576, 32));

const NOTHING = { statuses: [2], report: false } as const;
const VIOLATING = { statuses: [1], report: true } as const;
/** What is no HTTP at all may be judged or not. */
const EITHER = { statuses: [1, 2], report: false } as const;

/** Services that do not keep to HTTP, or just so. */
export const FRAMING: readonly HostileService[] = [
  { name: 'closes at once', answer: ({ socket }) => socket.destroy(), ...NOTHING },
  { name: 'resets the connection', answer: ({ socket }) => socket.resetAndDestroy(), ...NOTHING },
  { name: 'never answers', answer: () => undefined, ...NOTHING },
  { name: 'drips a byte of its head a second', answer: ({ socket }) => drip(socket, 'H', 1_000), ...NOTHING },
  {
    name: 'drips a byte of its body a second',
    answer: ({ socket }) => {
      socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
      drip(socket, ' ', 1_000);
    },
    statuses: [1, 2],
    report: false,
    requests: 1,
  },
  {
    name: 'has headers without end',
    answer: ({ socket }) => {
      socket.write(HEAD);
      pour(socket, `X-${'a'.repeat(1_000)}: b\r\n`);
    },
    ...NOTHING,
  },
  { name: 'has thousands of headers', answer: saying(`${HEAD}${'X-A: b\r\n'.repeat(3_000)}\r\n`), ...EITHER },
  { name: 'has one huge header', answer: saying(`${HEAD}X-A: ${'b'.repeat(1_000_000)}\r\n\r\n[]`), ...NOTHING },
  {
    name: 'has a body without end',
    answer: ({ socket }) => {
      socket.write(`${HEAD}\r\n[`);
      pour(socket, '{"id":1},'.repeat(8_000));
    },
    statuses: [1, 2],
    report: false,
    requests: 2,
  },
  {
    name: 'sends 1xx without end',
    answer: ({ socket }) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 4 * 1_048_576),
    ...NOTHING,
  },
  {
    name: 'sends some 1xx first',
    answer: (turn) => {
      turn.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5));
      write(turn, turn.plain);
    },
    statuses: [0],
    report: true,
  },
  {
    name: 'sends 100 before each response to a POST',
    answer: (turn) => {
      if (turn.method === 'POST') turn.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      write(turn, turn.plain);
    },
    statuses: [0],
    report: true,
  },
  { name: 'answers 101 unasked', answer: saying('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'), ...NOTHING },
  { name: 'announces more than it sends', answer: saying(`${HEAD}Content-Length: 100\r\n\r\n[]`), ...VIOLATING },
  {
    name: 'announces less than it sends',
    answer: saying(`${HEAD}Content-Length: 2\r\n\r\n[]garbage`, { stays: true }),
    ...VIOLATING,
  },
  { name: 'has a negative length', answer: saying(`${HEAD}Content-Length: -5\r\n\r\n[]`), ...EITHER },
  { name: 'has a length that is none', answer: saying(`${HEAD}Content-Length: many\r\n\r\n[]`), ...EITHER },
  { name: 'has two lengths', answer: saying(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`), ...EITHER },
  {
    name: 'has a length and chunks',
    answer: saying(`${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
    ...EITHER,
  },
  {
    name: 'has a chunk of no size',
    answer: saying(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n`),
    ...EITHER,
  },
  {
    name: 'has a chunk of a huge size',
    answer: saying(`${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n[]`),
    ...EITHER,
  },
  { name: 'ends within a chunk', answer: saying(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n[1`), ...VIOLATING },
  { name: 'has a status line of garbage', answer: saying('HELO pets.example\r\n\r\n'), ...NOTHING },
  { name: 'has a status that is none', answer: saying('HTTP/1.1 abc OK\r\n\r\n'), ...NOTHING },
  { name: 'has status 999', answer: altering(() => ({ status: 999 })), ...VIOLATING },
  { name: 'speaks HTTP/0.9', answer: saying('[{"id":1}]'), ...NOTHING },
  { name: 'speaks HTTP/2', answer: saying(Buffer.from('00000604000000000000030000006400', 'hex')), ...NOTHING },
  { name: 'speaks TLS', answer: saying(Buffer.from('15030100020228', 'hex')), ...NOTHING },
  { name: 'has bytes of any kind in a header', answer: saying(`${HEAD}X-A: \u0001\u00ff\r\n\r\n[]`), ...EITHER },
  { name: 'has NUL in a header', answer: saying(`${HEAD}X-A: a\0b\r\nContent-Length: 2\r\n\r\n[]`), ...EITHER },
  { name: 'resets within the body', answer: resetWithin, ...VIOLATING },
  {
    name: 'answers the next request, too',
    answer: (turn) => {
      write(turn, turn.plain);
      write(turn, turn.plain);
    },
    statuses: [0],
    report: true,
  },
  {
    name: 'answers each third request only',
    answer: (turn) => (turn.number % 3 === 1 ? write(turn, turn.plain) : turn.socket.destroy()),
    // Within eight requests each one is served when it is sent again: an interruption, which the report tells.
    statuses: [0, 1],
    report: true,
  },
  {
    name: 'keeps no connection that it says it keeps',
    answer: (turn) => {
      write(turn, { ...turn.plain, headers: { ...turn.plain.headers, Connection: 'keep-alive' } });
      turn.socket.end();
    },
    statuses: [0],
    report: true,
  },
  { name: 'sends a bomb of gzip', answer: coded(BOMB, 'gzip'), ...VIOLATING, requests: 2 },
  { name: 'sends gzip that is none', answer: coded(Buffer.from('[]'), 'gzip'), ...VIOLATING },
  { name: 'sends an unknown coding', answer: coded(Buffer.from('[]'), 'x-secret'), ...VIOLATING },
  {
    name: 'sends many codings',
    answer: coded(Buffer.from('[]'), Array.from({ length: 500 }, () => 'gzip').join(', ')),
    ...VIOLATING,
  },
];

function coded(body: Buffer, coding: string): HostileService['answer'] {
  const head = `${HEAD}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return saying(Buffer.concat([Buffer.from(head), body]), { stays: true });
}

function resetWithin({ socket }: Turn): void {
  socket.write(`${HEAD}Content-Length: 100000\r\n\r\n[`, () => setTimeout(() => socket.resetAndDestroy(), 20));
}
