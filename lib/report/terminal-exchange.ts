import { headerValue, type Answer, type Body, type Exchange } from '../evidence/exchange.ts';
import type { CountedFinding } from '../ledger/ledger.ts';
import { curlLine } from './curl.ts';
import { decoded } from '../evidence/decoded.ts';
import { faultyHeadOf } from './faulty-place.ts';
import { excerptAround, type Excerpt } from './offending-pet.ts';
import { beside, paint, widthOf, type Look, type Tone } from '../text/look.ts';
import { wrap } from '../text/columns.ts';
import { printable, printableLines } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';

/** Columns of the labels in the block of a violation. */
const BLOCK_COLUMN = 14;

/** Characters of an answer's body that are shown. */
const MOST_BODY = 300;

/** Lines of it: a body of line ends must not push everything else away. */
const MOST_LINES = 12;

const ROOM = { characters: MOST_BODY, lines: MOST_LINES } as const;

/** Headers that tell something about the interface. */
const RELEVANT =
  /^(content-(type|encoding|length)|date|www-authenticate|retry-after|x-ratelimit-.*|ratelimit.*|deprecation|sunset|link|location|allow)$/i;

const MOST_HEADERS = 15;

/**
 * One exchange: the request as a curl line, which is never wrapped so that it can be copied, and what came back.
 *
 * @param finding - what it shows: the part of the body that shows it is printed
 */
export function exchangeLines(
  exchange: Exchange,
  { knowledge, curlFolder }: Pick<RunReport, 'knowledge' | 'curlFolder'>,
  look: Look,
  finding?: CountedFinding,
): string[] {
  const curl = curlLine(exchange, knowledge, curlFolder);
  const request = `${`  #${exchange.id}`.padEnd(BLOCK_COLUMN - 1)} ${curl}`;
  const { answer, failure } = exchange;
  const faulty = finding && faultyHeadOf(exchange, finding);
  if (answer === undefined) {
    return [request, ...labelled('response', `none: ${printable(failure?.says ?? 'nothing was recorded')}`, look)];
  }
  return [
    request,
    ...labelled('response', `${answer.status}`, look, faulty?.isStatus === true ? 'bad' : undefined),
    ...headerLines(answer, look, faulty?.headers),
    ...bodyLines(answer, look, finding && excerptAround(exchange, finding, ROOM)),
  ];
}

/** A label of a violation's block and its text. The text must be harmless. */
export function labelled(label: string, text: string, look: Look, textTone?: Tone): string[] {
  return beside(look, {
    label: `  ${label}`,
    column: BLOCK_COLUMN,
    text,
    labelTone: 'quiet',
    ...(textTone !== undefined && { textTone }),
  });
}

function headerLines({ headers }: Answer, look: Look, faulty?: ReadonlySet<string>): string[] {
  return headers
    .filter(([name]) => RELEVANT.test(name))
    .slice(0, MOST_HEADERS)
    .flatMap(([name, value]) => {
      const tone = faulty?.has(name.toLowerCase()) === true ? 'bad' : undefined;
      return labelled('', `${printable(name)}: ${printable(value, MOST_BODY)}`, look, tone);
    });
}

function bodyLines({ body, headers }: Answer, look: Look, around: Excerpt | undefined): string[] {
  const lines = linesOf(body, headerValue(headers, 'Content-Encoding'), around);
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  const room = widthOf(look) - BLOCK_COLUMN - 2;
  return shown
    .flatMap((line) => wrap(line, room))
    .map((line) => `${' '.repeat(BLOCK_COLUMN)}${paint(look, 'quiet', '|')} ${line}`);
}

function linesOf(body: Body, coding: string | undefined, around: Excerpt | undefined): string[] {
  switch (body.kind) {
    case 'none':
      return ['(no body)'];
    case 'not-recorded':
      return ['(the body was not recorded)'];
    default: {
      if (body.bytes.length === 0) return ['(an empty body)'];
      const bytes = decoded(body.bytes, coding);
      const lines =
        around === undefined
          ? printableLines(bytes, MOST_BODY)
          : [around.before, ...printableLines(around.bytes, MOST_BODY, bytes.length)];
      return body.kind === 'truncated' ? [...lines, `(recorded in part: ${printable(body.why)})`] : lines;
    }
  }
}
