import { gzipSync } from 'node:zlib';
import { withHeader, type Answer, type HeaderPair } from '../answer.ts';
import type { Variant } from './variant.ts';

function renamed(answer: Answer, rename: (name: string) => string): Answer {
  return { ...answer, headers: answer.headers.map(([name, value]): HeaderPair => [rename(name), value]) };
}

/** How answers travel. */
export const transportVariants: Readonly<Record<string, Variant>> = {
  'headers-lower-case': {
    says: 'header names are written in small letters',
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
  gzip: {
    says: 'bodies are always compressed',
    answer: (answer) => ({ ...withHeader(answer, 'Content-Encoding', 'gzip'), body: gzipSync(answer.body) }),
  },
  'connection-close': {
    says: 'the connection is closed after each answer',
    answer: (answer) => withHeader(answer, 'Connection', 'close'),
  },
  'more-headers': {
    says: 'answers carry the usual headers of a gateway',
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
