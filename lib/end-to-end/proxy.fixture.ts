import { request, type RequestListener } from 'node:http';

/** A request that came through. */
export interface Passed {
  readonly method: string;
  /** With the address that it was meant for. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of the answer. */
  readonly status: number;
}

/**
 * A proxy that brings every request to one server of this machine, wherever it was meant to go.
 *
 * @param onAnswered - told of each request whose answer was passed on
 */
export function proxyTo(port: number, onAnswered: (passed: Passed) => void = () => {}): RequestListener {
  return (incoming, outgoing) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
    const passed = request({ port, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      outgoing.on('finish', () => onAnswered({ method, url, headers, status }));
      outgoing.writeHead(status, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
}
