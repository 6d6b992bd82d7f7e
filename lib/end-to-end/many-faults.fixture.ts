import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Faults of CREATE-6 that have nothing to do with each other: values of the wrong type that are made to fit, by the words of petvet. */
export const TAKEN = [
  'name is a number',
  'name is an object',
  'categoryId is a string',
  'categoryId is a boolean',
  'categoryId is an array',
];

/** Faults of ERR-7 that have nothing to do with each other: inputs that get 500, by the words of petvet. */
export const FATAL = [
  'the request target holds a NUL',
  'the request target has a broken percent-encoding',
  'limit of very many digits',
  'a header is very long',
  'the body holds a NUL',
  'the body is deeply nested',
];

/** A conforming service behind a layer that takes what it should refuse and falls over what it should survive. */
export function withManyFaults(port: number): RequestListener {
  return (incoming, outgoing) => {
    const answer = async () => {
      const body = await buffer(incoming);
      const isFatal = fallsOver(incoming, body.toString());
      const { method, url: path, headers } = incoming;
      const fitting = Buffer.from(madeToFit(body.toString()) ?? body);
      const length = headers['content-length'] === undefined ? {} : { 'content-length': `${fitting.length}` };
      const passed = request({ port, method, path, headers: { ...headers, ...length } }, (service) => {
        // The figures of the rate limit stay true: the service has counted the request.
        outgoing.writeHead(isFatal ? 500 : (service.statusCode ?? 502), service.rawHeaders);
        service.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(fitting);
    };
    answer().catch(() => outgoing.destroy());
  };
}

function fallsOver({ url = '', rawHeaders }: IncomingMessage, body: string): boolean {
  return [
    /%00/.test(url),
    /%zz/.test(url),
    /limit=\d{100}/.test(url),
    rawHeaders.some((part) => part.length > 4_000),
    body.includes(String.raw`\u0000`),
    body.includes('['.repeat(2_000)),
  ].includes(true);
}

/** The body with values of the wrong type made to fit; undefined where it is to stay as it is. */
function madeToFit(body: string): string | undefined {
  const fitting = body
    .replace(/"name":\d+/, '"name":"petvet12"')
    .replace(/"name":\{[^}]*\}/, '"name":"petvetobject"')
    .replace(/"categoryId":"(\d+)"/, '"categoryId":$1')
    .replace(/("categoryId":)true/, '$11')
    .replace(/"categoryId":\[(\d+)\]/, '"categoryId":$1');
  return fitting === body ? undefined : fitting;
}
