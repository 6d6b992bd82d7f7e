import { headerValue, type Body, type Exchange, type HeaderPair } from '../../evidence/exchange.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { decoded as plain } from '../../evidence/decoded.ts';
import type { CountedFinding } from '../../ledger/ledger.ts';
import { faultyPartsOf, excerptAround, type Excerpt, type Span } from '../faulty-place.ts';
import { brokenLines } from './broken-lines.ts';
import { marksInLines } from './marks.ts';

/** A request or an answer as harmless text. */
export interface Message {
  /** `GET /pets?limit=5`, or the status. */
  readonly head: string;
  readonly headers: readonly string[];
  /** Lines; none without a body. */
  readonly body: readonly string[];
  /** What is wrong in each line of the body; absent where nothing is. */
  readonly marks?: readonly (readonly Span[])[];
  /** What is to be known of the body: its size where it is cut, why it is not there, that line breaks were added. */
  readonly note?: string;
}

const MOST_HEADERS = 40;
const MOST_HEADER = 400;
const MOST_TARGET = 1_000;

/** A body of line ends must not push everything else away. */
const MOST_LINES = 400;

/**
 * The request of an exchange.
 *
 * @param most - characters of the body that are shown
 */
export function requestMessage({ request }: Exchange, most: number): Message {
  const { method, target, headers, body } = request;
  return {
    head: `${printable(method, 100)} ${printable(target, MOST_TARGET)}`,
    headers: headerLines(headers),
    ...bodyOf(body, headerValue(headers, 'Content-Encoding'), most),
  };
}

/**
 * The answer of an exchange, or why there is none.
 *
 * @param most - characters of the body that are shown
 * @param finding - what it shows: the part of the body that shows it is shown
 */
export function answerMessage(exchange: Exchange, most: number, finding?: CountedFinding): Message {
  const { answer, failure } = exchange;
  if (answer === undefined)
    return { head: `no response: ${printable(failure?.says ?? 'nothing was recorded')}`, headers: [], body: [] };
  return {
    head: `${answer.status}`,
    headers: headerLines(answer.headers),
    ...bodyOf(
      answer.body,
      headerValue(answer.headers, 'Content-Encoding'),
      most,
      finding && excerptAround(exchange, finding, { characters: most, lines: MOST_LINES }),
      finding && faultyPartsOf(exchange, finding),
    ),
  };
}

/** A message as one text, as the page shows it on demand. */
export function textOf({ head, headers, body, note }: Message): string {
  return [
    head,
    ...headers,
    ...(body.length > 0 ? ['', ...body] : []),
    ...(note === undefined ? [] : ['', `(${note})`]),
  ].join('\n');
}

function headerLines(headers: readonly HeaderPair[]): string[] {
  const lines = headers
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => `${printable(name, 100)}: ${printable(value, MOST_HEADER)}`);
  return headers.length > MOST_HEADERS ? [...lines, `… (${headers.length} headers)`] : lines;
}

function bodyOf(
  body: Body,
  coding: string | undefined,
  most: number,
  around?: Excerpt,
  faulty: readonly Span[] = [],
): Pick<Message, 'body' | 'marks' | 'note'> {
  if (body.kind === 'none') return { body: [] };
  if (body.kind === 'not-recorded') return { body: [], note: 'the body was not recorded' };
  if (body.bytes.length === 0) return { body: [], note: 'an empty body' };
  const bytes = plain(body.bytes, coding);
  const { lines, isBroken } = linesOf(around?.bytes ?? bytes, most, bytes.length);
  const notes = [
    ...(body.kind === 'truncated' ? [`recorded in part: ${printable(body.why)}`] : []),
    ...(bytes !== body.bytes ? [`${printable(coding ?? '', 40)} was decoded`] : []),
    ...(isBroken ? ['line breaks added'] : []),
  ];
  const from = around === undefined ? [] : [around.before];
  const shown = [
    ...from,
    ...(lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `… (${lines.length} lines)`] : lines),
  ];
  return {
    body: shown,
    ...(faulty.length > 0 && { marks: [...from.map(() => []), ...marksOf(lines, bytes, faulty, around?.from, most)] }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
}

/** @param from - where the part of the text begins that is shown, of `most` characters */
function marksOf(lines: readonly string[], bytes: Uint8Array, faulty: readonly Span[], from = 0, most = 0): Span[][] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).slice(from, from + most);
  const parts = faulty.map((span) => ({ from: Math.max(0, span.from - from), to: Math.min(most, span.to - from) }));
  return marksInLines(lines, text, parts).slice(0, MOST_LINES);
}

function linesOf(bytes: Uint8Array, most: number, of: number): { lines: string[]; isBroken: boolean } {
  const lines = printableLines(bytes, most, of);
  const [first = ''] = lines;
  const broken = brokenLines(first);
  return broken.length > 1 ? { lines: [...broken, ...lines.slice(1)], isBroken: true } : { lines, isBroken: false };
}
