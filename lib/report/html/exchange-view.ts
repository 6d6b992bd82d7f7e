import type { Exchange } from '../../evidence/exchange.ts';
import type { CountedFinding } from '../../ledger/ledger.ts';
import { curlLine, type CurlService } from '../curl.ts';
import { printable } from '../../text/printable.ts';
import { html, long, type Html } from '../../text/markup.ts';
import { faultyHeadOf, type FaultyHead, type Span } from '../faulty-place.ts';
import { withMarks } from './marks.ts';
import { answerMessage, requestMessage, type Message } from './message.ts';

/** How exchanges are shown. */
export interface ExchangeLook {
  readonly service: CurlService;
  /** Of the report, as it can be typed; absent where no files of curl lines lie beside it. */
  readonly curlFolder?: string | undefined;
  /** Characters of a body. */
  readonly mostBody: number;
}

/** One exchange: request and answer side by side, what the finding calls wrong marked, and the request as a curl line. */
export function exchangeView(exchange: Exchange, look: ExchangeLook, finding?: CountedFinding): Html {
  const { id, probe, times } = exchange;
  const milliseconds = Math.max(0, times.endedAt - times.startedAt);
  return html`<article class="exchange">
    <p class="exchange-title">
      <strong>Exchange #${id}</strong>
      <span class="quiet"
        >${callerOf(exchange)}${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)}
        ms${probe !== undefined && html`, sent by “${printable(probe, 200)}”`}</span
      >
    </p>
    <div class="sides">
      ${side(
        `Request #${id}`,
        'Request',
        requestMessage(exchange, look.mostBody),
        undefined,
        curlView(curlLine(exchange, look.service, look.curlFolder), `the request of exchange #${id}`),
      )}
      ${side(
        `Response #${id}`,
        'Response',
        answerMessage(exchange, look.mostBody, finding),
        finding && faultyHeadOf(exchange, finding),
      )}
    </div>
  </article>`;
}

/**
 * A command with a button that copies it; without script there is no button.
 *
 * @param of - what is copied, for those who cannot see it
 */
export function curlView(command: string, of: string): Html {
  return html`<div class="command">
    ${commandText(command, of)}<button type="button" class="copy" hidden aria-label="Copy: ${of}">Copy</button>
  </div>`;
}

/** A command that is longer than that has a bar to scroll it with. */
const MOST_UNSCROLLED = 600;

function commandText(command: string, of: string): Html {
  return command.length > MOST_UNSCROLLED
    ? html`<code tabindex="0" role="group" aria-label="${of}">${command}</code>`
    : html`<code>${command}</code>`;
}

function callerOf({ request }: Exchange): string {
  switch (request.credential) {
    case 'none':
      return 'without an Authorization header, ';
    case 'second':
      return 'with the second key, ';
    case 'wrong':
      return 'with an invalid key, ';
    default:
      return '';
  }
}

function side(
  label: string,
  title: string,
  { head, headers, body, marks, note }: Message,
  faulty?: FaultyHead,
  below?: Html,
): Html {
  const isFaulty = (line: string) => faulty?.headers.has(line.slice(0, line.indexOf(':')).toLowerCase()) === true;
  const lines = [
    html`<b>${faulty?.isStatus === true ? html`<mark>${head}</mark>` : long(head)}</b>`,
    ...headers.map((line) =>
      isFaulty(line) ? html`<mark>${line}</mark>` : html`<span class="quiet">${long(line)}</span>`,
    ),
    ...(body.length > 0 ? [html``, ...body.map((line, index) => marked(line, marks?.[index]))] : []),
  ];
  return html`<div class="side">
    <p class="side-title">${title}</p>
    <pre tabindex="0" role="group" aria-label="${label}">${joined(lines)}</pre>
    ${note !== undefined && html`<p class="note">${note}</p>`} ${below}
  </div>`;
}

/** A line with parts of it marked, whose end may be folded. */
function marked(line: string, parts: readonly Span[] = []): Html {
  let at = 0;
  return long(line, (piece) => {
    const here = parts.map(({ from, to }) => ({ from: from - at, to: to - at }));
    at += piece.length;
    return withMarks(piece, here);
  });
}

/** The line ends are part of the text: a template would have its own. */
function joined(lines: readonly Html[]): Html {
  return html`${lines.map((line, index) => (index === 0 ? line : [html`${'\n'}`, line]))}`;
}
