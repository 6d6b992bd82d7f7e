import { headerValue, type Body, type Exchange, type HeaderPair } from '../evidence/exchange.ts';
import { curlLine, type CurlService } from './curl.ts';
import { decoded } from '../evidence/decoded.ts';
import { printable, printableLines } from '../text/printable.ts';

/** Characters of a body, and headers of a message, that are shown: an attachment is opened in a page. */
const MOST_BODY = 20_000;
const MOST_HEADERS = 100;

/** Characters of a header's value, and of the request target. */
const MOST_VALUE = 4_000;

/**
 * One exchange as a text of its own: the request and the answer as they crossed the wire, with masked credentials, and the
 * request once more as a curl line. No control character but the line end is in it.
 */
export function exchangeText(exchange: Exchange, service: CurlService): string {
  const { id, request, answer, failure, times, probe } = exchange;
  const milliseconds = Math.max(0, Math.round((times.endedAt - times.startedAt) * 10) / 10);
  const lines = [
    `#${id}, ${new Date(times.startedAt).toISOString()}, ${milliseconds} ms`,
    ...(probe === undefined ? [] : [`sent by: ${printable(probe)}`]),
    '',
    `${printable(request.method)} ${printable(request.target, MOST_VALUE)}`,
    ...headerLines(request.headers),
    ...bodyLines(request.body, undefined),
    '',
    ...(answer === undefined
      ? [`no response: ${printable(failure?.says ?? 'nothing was recorded')}`]
      : [
          `${answer.status}`,
          ...headerLines(answer.headers),
          ...bodyLines(answer.body, headerValue(answer.headers, 'Content-Encoding')),
        ]),
    '',
    curlLine(exchange, service),
  ];
  return `${lines.join('\n')}\n`;
}

function headerLines(headers: readonly HeaderPair[]): string[] {
  const more = headers.length - MOST_HEADERS;
  return [
    ...headers.slice(0, MOST_HEADERS).map(([name, value]) => `${printable(name)}: ${printable(value, MOST_VALUE)}`),
    ...(more > 0 ? [`(and ${more} more headers)`] : []),
  ];
}

function bodyLines(body: Body, coding: string | undefined): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'not-recorded':
      return ['', '(the body was not recorded)'];
    default: {
      const lines = printableLines(decoded(body.bytes, coding), MOST_BODY);
      return ['', ...lines, ...(body.kind === 'truncated' ? [`(recorded in part: ${printable(body.why)})`] : [])];
    }
  }
}
