import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { errorAnswer } from './answer.ts';
import type { Settings } from './options.ts';
import { ANONYMOUS } from './rate-limit.ts';

/**
 * Answers what the HTTP parser could not read: with an Error and the three headers, because every response carries them
 * (section 8). Nobody can be told to have sent it, so it uses up nobody's window.
 */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Duplex, settings: Settings): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const { headers, body } = errorAnswer(status, 'unreadable_request', 'this is no HTTP request that can be read', [
    [RATE_LIMIT_HEADERS.limit, `${ANONYMOUS.perMinute}`],
    [RATE_LIMIT_HEADERS.remaining, `${ANONYMOUS.perMinute}`],
    [RATE_LIMIT_HEADERS.reset, `${Math.ceil((settings.now() + settings.windows.minute) / 1_000)}`],
    ['Date', new Date(settings.now()).toUTCString()],
    ['Connection', 'close'],
  ]);
  const lines = [...headers, ['Content-Length', `${body.length}`]].map((pair) => pair.join(': '));
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`), body]),
  );
}
