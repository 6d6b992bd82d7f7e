import fc from 'fast-check';
import type { HeaderPair } from '../evidence/exchange.ts';
import type { Part } from './tee-conversation.fixture.ts';

/** An exchange as a test makes it: its bytes, and what a reader should make of them. */
export interface MadeExchange {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  readonly status: number;
  readonly answerHeaders: readonly HeaderPair[];
  readonly answerBody: Uint8Array;
  readonly requestBytes: Buffer;
  /** The client waits for 100 Continue before it sends this many bytes of its request, which are the last. */
  readonly waitsWith: number;
  readonly interim: Buffer;
  readonly answerBytes: Buffer;
}

const NAMES = [
  'X-One',
  'x-one',
  'X-ONE',
  'Accept-Encoding',
  'accept',
  'ETag',
  'X_under',
  '!odd',
  'Cache-Control',
  'te',
];

const header = fc.tuple(
  fc.constantFrom(...NAMES),
  fc.stringMatching(/^(?:[!-~\u00a1-\u00ff](?:[ -~\t\u00a1-\u00ff]{0,30}[!-~\u00a1-\u00ff])?)?$/),
  // Blanks around a value are no part of it.
  fc.constantFrom(' ', '', '  \t'),
  fc.constantFrom('', ' ', '\t '),
);
const headers = fc.array(header, { maxLength: 6 });
const bytes = fc.uint8Array({ maxLength: 400 });

type Framed = 'none' | 'sized' | 'chunked';

/** A body on the wire, and the header that frames it. */
const framedBody = fc
  .record({
    framing: fc.constantFrom<Framed>('none', 'sized', 'chunked'),
    body: bytes,
    size: fc.integer({ min: 1, max: 90 }),
    extension: fc.constantFrom('', ';a=b', ' ;x="y"'),
    trailers: fc.constantFrom('', 'X-After: 1\r\nx-after:2\r\n'),
    spelling: fc.constantFrom('Content-Length', 'content-length', 'CONTENT-LENGTH'),
  })
  .map(({ framing, body, size, extension, trailers, spelling }) => {
    if (framing === 'none') return { framing, body: new Uint8Array(), wire: Buffer.alloc(0), framed: [] };
    if (framing === 'sized')
      return { framing, body, wire: Buffer.from(body), framed: [[spelling, `${body.length}`] as const] };
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.subarray(at, at + size);
      chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'));
    }
    const wire = Buffer.concat([...chunks, Buffer.from(`0\r\n${trailers}\r\n`)]);
    return { framing, body, wire, framed: [['Transfer-Encoding', 'Chunked'] as const] };
  });

/** One exchange that is HTTP/1.1 beyond doubt, of a kind that services and clients seldom use. */
export const madeExchange: fc.Arbitrary<MadeExchange> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS', 'PROPFIND', 'x-odd'),
    path: fc.constantFrom('/pets', '/pets?limit=2&limit=3', '/pets/7', '', '?a', '/p%C3%A9ts', '/p\u00e9ts/', '//'),
    given: headers,
    request: framedBody,
    waits: fc.boolean(),
    status: fc.constantFrom(200, 201, 204, 304, 400, 401, 404, 429, 500, 503),
    reason: fc.constantFrom(' OK', ' ', '', ' Not  a t\u00e9xt'),
    answered: headers,
    answer: framedBody,
    interims: fc.array(fc.constantFrom(100, 102, 103), { maxLength: 2 }),
  })
  .map(({ method, path, given, request, waits, status, reason, answered, answer, interims }) => {
    const isBare = method === 'HEAD' || status === 204 || status === 304;
    const expectation = waits && request.wire.length > 0 ? [['Expect', '100-continue'] as const] : [];
    const requestHead = headOf(
      `${method} /v1${path} HTTP/1.1`,
      [['Host', 'pets.example'], ...request.framed, ...expectation],
      given,
    );
    const framed = !isBare && answer.framing === 'none' ? [['Content-Length', '0'] as const] : answer.framed;
    const answerHead = headOf(`HTTP/1.1 ${status}${reason}`, framed, answered);
    const codes = expectation.length > 0 ? [100, ...interims] : interims;
    return {
      method,
      target: path,
      headers: requestHead.pairs,
      body: request.body,
      status,
      answerHeaders: answerHead.pairs,
      answerBody: isBare ? new Uint8Array() : answer.body,
      requestBytes: Buffer.concat([requestHead.bytes, request.wire]),
      waitsWith: expectation.length > 0 ? request.wire.length : 0,
      interim: Buffer.from(codes.map((code) => `HTTP/1.1 ${code} Wait\r\nX-Interim: 1\r\n\r\n`).join('')),
      answerBytes: Buffer.concat([answerHead.bytes, isBare ? Buffer.alloc(0) : answer.wire]),
    };
  });

function headOf(
  line: string,
  framed: readonly HeaderPair[],
  others: readonly (readonly [string, string, string, string])[],
): { pairs: readonly HeaderPair[]; bytes: Buffer } {
  const pairs = [...framed, ...others.map(([name, value]): HeaderPair => [name, value])];
  const lines = [
    ...framed.map(([name, value]) => `${name}: ${value}`),
    ...others.map(([name, value, before, after]) => `${name}:${before}${value}${after}`),
  ];
  return { pairs, bytes: Buffer.from(`${[line, ...lines].join('\r\n')}\r\n\r\n`, 'latin1') };
}

/** The parts of a connection on which exchanges follow one another; those that wait for nothing may be sent at once. */
export function partsOf(exchanges: readonly MadeExchange[], pipelined: boolean, cuts: readonly number[]): Part[] {
  if (pipelined && exchanges.every(({ waitsWith }) => waitsWith === 0))
    return [
      { from: 'client', pieces: inPieces(Buffer.concat(exchanges.map(({ requestBytes }) => requestBytes)), cuts) },
      {
        from: 'service',
        pieces: inPieces(Buffer.concat(exchanges.flatMap(({ interim, answerBytes }) => [interim, answerBytes])), cuts),
      },
    ];
  return exchanges.flatMap(({ requestBytes, waitsWith, interim, answerBytes }): Part[] => {
    const split = requestBytes.length - waitsWith;
    return [
      { from: 'client', pieces: inPieces(requestBytes.subarray(0, split), cuts) },
      { from: 'service', pieces: inPieces(interim, cuts) },
      { from: 'client', pieces: inPieces(requestBytes.subarray(split), cuts) },
      { from: 'service', pieces: inPieces(answerBytes, cuts) },
    ];
  });
}

/** Cut wherever the shares (0 to 1) say. */
export function inPieces(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)), whole.length].toSorted((a, b) => a - b);
  return places.slice(1).flatMap((to, nth) => {
    const piece = whole.subarray(places[nth], to);
    return piece.length === 0 ? [] : [piece];
  });
}
