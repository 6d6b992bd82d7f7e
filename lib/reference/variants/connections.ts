import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { withBody, withHeader, withoutRateLimit, type Answer } from '../answer.ts';
import { breakingOff } from '../breaking-off.ts';
import type { Hooks } from '../hooks.ts';
import { randomFrom } from '../random.ts';
import { addresses, type PetRequest } from '../request.ts';
import { endingWhenIdle } from './idle.ts';
import { late } from './late.ts';
import type { Variant } from './variant.ts';

/** Compresses bodies for those who ask for it. */
function compressed(coding: string, compress: (body: Uint8Array) => Uint8Array): Hooks {
  return {
    answer: (answer, { incoming }) => {
      const varying = withHeader(answer, 'Vary', 'Accept-Encoding');
      const isAsked = (incoming.headers['accept-encoding'] ?? '').includes(coding);
      return isAsked && answer.body.length > 0
        ? { ...withHeader(varying, 'Content-Encoding', coding), body: compress(answer.body) }
        : varying;
    },
  };
}

/** Every so manieth request of some gets a page of a gateway instead, without the headers of the service. */
function failing(every: number, status: number, isMeant: (request: PetRequest) => boolean = () => true): Hooks {
  let nth = 0;
  return {
    serve: async (core, request, around) => {
      if (!isMeant(request) || ++nth % every !== 0) return core(request, around);
      const answer = await core({ ...request, route: {}, authorization: [] }, around);
      return withBody({ ...withoutRateLimit(answer), status }, `<h1>${status}</h1>`, 'text/html');
    },
  };
}

function etagOf({ body }: Answer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
}

/** More of how answers travel, and what goes wrong on their way. */
export const connectionVariants: Readonly<Record<string, Variant>> = {
  'gzip-when-asked': { says: 'bodies are compressed when asked for', ...compressed('gzip', (body) => gzipSync(body)) },
  'brotli-when-asked': {
    says: 'bodies are compressed with brotli when asked for',
    ...compressed('br', (body) => brotliCompressSync(body)),
  },
  'deflate-when-asked': {
    says: 'bodies are deflated when asked for',
    ...compressed('deflate', (body) => deflateSync(body)),
  },
  'bodies-break-off-at-times': {
    says: 'the connection is closed in the middle of every ninth longer body, and the same request is served when it is sent again',
    remembering: () => {
      let nth = 0;
      return breakingOff(({ status }) => status === 200 && ++nth % 9 === 0);
    },
  },
  'weak-etags': {
    says: 'responses carry a weak ETag, and may be kept by their reader alone',
    answer: (answer) =>
      withHeader(withHeader(answer, 'ETag', etagOf(answer)), 'Cache-Control', 'private, max-age=0, must-revalidate'),
  },
  'cookies-set': {
    says: 'responses set two cookies',
    answer: (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Set-Cookie', 'lb=7; Path=/; HttpOnly'], ['Set-Cookie', 'seen=1; Max-Age=60']],
    }),
  },
  'length-unknown': {
    says: 'bodies end with the connection, without a length and without chunks',
    deliver: (_core, { status, headers, body }, outgoing) => {
      outgoing.sendDate = false;
      outgoing.useChunkedEncodingByDefault = false;
      outgoing.writeHead(status, [...headers.flat(), 'Connection', 'close']);
      outgoing.end(body);
    },
  },
  'chunked-with-trailers': {
    says: 'bodies come in chunks, with a trailer after them',
    deliver: (_core, { status, headers, body }, outgoing) => {
      outgoing.sendDate = false;
      outgoing.writeHead(status, [...headers.flat(), 'Transfer-Encoding', 'chunked', 'Trailer', 'Server-Timing']);
      outgoing.write(body.subarray(0, 1));
      outgoing.addTrailers([['Server-Timing', 'db;dur=5']]);
      outgoing.end(body.subarray(1));
    },
  },
  'body-in-pieces': {
    says: 'bodies come in four pieces, with pauses, and say so',
    answer: (answer) => withHeader(answer, 'X-Accel-Buffering', 'no'),
    deliver: async (_core, { status, headers, body }, outgoing) => {
      outgoing.sendDate = false;
      outgoing.writeHead(status, [...headers.flat(), 'Content-Length', `${body.length}`]);
      const size = Math.ceil(body.length / 4);
      for (let at = 0; at < body.length; at += size) {
        outgoing.write(body.subarray(at, at + size));
        await setTimeout(5);
      }
      outgoing.end();
    },
  },
  'processing-102': {
    says: 'responses are preceded by 102',
    deliver: (core, answer, outgoing) => {
      outgoing.writeProcessing();
      return core(answer, outgoing);
    },
  },
  'connection-of-five': {
    says: 'a connection is closed after five responses',
    remembering: () => {
      const counts = new WeakMap<object, number>();
      return {
        answer: (answer, { incoming }) => {
          const count = (counts.get(incoming.socket) ?? 0) + 1;
          counts.set(incoming.socket, count);
          return count < 5
            ? withHeader(answer, 'Keep-Alive', `timeout=5, max=${5 - count}`)
            : withHeader(answer, 'Connection', 'close');
        },
      };
    },
  },
  'idle-half-a-second-silently': {
    says: 'an idle connection is closed after half a second, and nothing announces it',
    answer: (answer) => withHeader(answer, 'Server', 'impatient'),
    ...endingWhenIdle(500, (socket) => socket.end()),
  },
  'late-by-200': { says: 'every response takes 200 milliseconds, and says so', ...late(() => 200) },
  'late-by-chance': {
    says: 'responses take up to 150 milliseconds, and say so',
    remembering: () => {
      const random = randomFrom(17);
      return late(() => random.whole(150));
    },
  },
  'lists-503-once-in-a-while': {
    says: 'a gateway responds to every 25th read with 503',
    closeTo: ['ERR-3'],
    remembering: () => failing(25, 503, ({ method }) => method === 'GET'),
  },
  'anything-502-once-in-a-while': {
    says: 'a gateway responds to every 30th request with 502',
    closeTo: ['RATE-1'],
    remembering: () => failing(30, 502),
  },
  'creations-504-once-in-a-while': {
    says: 'a gateway responds to every 9th creation with 504',
    remembering: () => failing(9, 504, (request) => addresses(request, 'createPet')),
  },
  'anything-522-once-in-a-while': {
    says: 'a network of caches responds to every 27th request with 522, because it reached no server',
    remembering: () => failing(27, 522),
  },
  'anything-408-once-in-a-while': {
    says: 'a proxy responds to every 22nd request with 408, as its connection was idle, and closes it',
    closeTo: ['ERR-3'],
    remembering: () => ({
      ...failing(22, 408),
      answer: (answer) => (answer.status === 408 ? withHeader(answer, 'Connection', 'close') : answer),
    }),
  },
  'creations-425-once-in-a-while': {
    says: 'a gateway responds to every 8th creation with 425, as it came too early',
    remembering: () => failing(8, 425, (request) => addresses(request, 'createPet')),
  },
};
