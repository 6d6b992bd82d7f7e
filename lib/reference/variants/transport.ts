import { gzipSync } from 'node:zlib';
import { errorAnswer, withHeader, type Answer, type HeaderPair } from '../answer.ts';
import type { PetRequest } from '../request.ts';
import type { Variant } from './variant.ts';

function renamed(answer: Answer, rename: (name: string) => string): Answer {
  return { ...answer, headers: answer.headers.map(([name, value]): HeaderPair => [rename(name), value]) };
}

function hasUnknownLength({ incoming }: PetRequest): boolean {
  return incoming.headers['transfer-encoding'] !== undefined;
}

/** How requests and answers travel. */
export const transportVariants: Readonly<Record<string, Variant>> = {
  'headers-lower-case': {
    says: 'header names are written in small letters',
    closeTo: ['RATE-1'],
    answer: (answer) => renamed(answer, (name) => name.toLowerCase()),
  },
  'headers-upper-case': {
    says: 'header names are written in capitals',
    answer: (answer) => renamed(answer, (name) => name.toUpperCase()),
  },
  chunked: {
    says: 'bodies come in chunks, without a length',
    deliver: (_core, { status, headers, body }, outgoing) => {
      outgoing.sendDate = false;
      outgoing.writeHead(status, [...headers.flat(), 'Transfer-Encoding', 'chunked']);
      for (let at = 0; at < body.length; at += CHUNK) outgoing.write(body.subarray(at, at + CHUNK));
      outgoing.end();
    },
  },
  'chunked-bodies-411': {
    says: 'a creation whose length is not announced is refused',
    operate: (core, request, around) =>
      hasUnknownLength(request)
        ? errorAnswer(411, 'length_required', 'say how long the body is')
        : core(request, around),
  },
  'chunked-bodies-501': {
    says: 'a creation that comes in chunks is not understood',
    closeTo: ['ERR-7'],
    operate: (core, request, around) =>
      hasUnknownLength(request) ? errorAnswer(501, 'not_implemented', 'no chunks, please') : core(request, around),
  },
  'headers-twice-400': {
    says: 'a gateway refuses what is labelled with two media types',
    operate: (core, request, around) =>
      (request.incoming.headersDistinct['content-type'] ?? []).length > 1
        ? errorAnswer(400, 'bad_request', 'one Content-Type is enough')
        : core(request, around),
  },
  'limit-headers-repeated': {
    says: 'a gateway sends each rate limit header of the service behind it once more',
    warns: ['RATE-2'],
    answer: (answer) => ({
      ...answer,
      headers: [...answer.headers, ...answer.headers.filter(([name]) => /^x-ratelimit-/i.test(name))],
    }),
  },
  gzip: {
    says: 'bodies are always compressed',
    answer: (answer) => ({ ...withHeader(answer, 'Content-Encoding', 'gzip'), body: gzipSync(answer.body) }),
  },
  'connection-close': {
    says: 'the connection is closed after each response',
    answer: (answer) => withHeader(answer, 'Connection', 'close'),
  },
  'more-headers': {
    says: 'responses carry the usual headers of a gateway',
    answer: (answer) =>
      [
        ['Server', 'gateway/2.4'],
        ['Via', '1.1 gateway'],
        ['Vary', 'Accept-Encoding, Authorization'],
        ['Cache-Control', 'no-store'],
        ['Strict-Transport-Security', 'max-age=31536000'],
        ['X-Request-Id', '0b9c6f1e-7d1a-4c53-9d43-5f1f0c7a2a11'],
      ].reduce((extended, [name = '', value]) => withHeader(extended, name, value), answer),
  },
};

/** Bytes per chunk: few enough that every body is cut. */
const CHUNK = 50;
