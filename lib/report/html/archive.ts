import { gzipSync } from 'node:zlib';
import type { Exchange } from '../../evidence/exchange.ts';
import { curlLine } from '../curl.ts';
import type { RunReport } from '../run-report.ts';
import { answerMessage, requestMessage, textOf } from './message.ts';

/** An exchange as the page shows it on demand: harmless text, which its script puts in as text. */
interface Archived {
  readonly id: number;
  readonly probe: string;
  readonly request: string;
  readonly answer: string;
  readonly curl: string;
}

/** What of a report the archive needs. */
type ArchivedReport = Pick<RunReport, 'knowledge' | 'curlFolder'>;

/** Exchanges besides those that the report points to; a load run has more than a page can hold. */
const MOST_EXCHANGES = 6_000;

/** Characters of a body, in turn, until all fit. */
const MOST_BODY = [2_000, 400, 0] as const;

/** Bytes of the packed archive; base64 makes a third more of them. */
const MOST_PACKED = 2_500_000;

/** The exchanges of a run that a page holds to be looked at on demand, gathered as the evidence is streamed. */
export class Archive {
  readonly #report: ArchivedReport;
  readonly #wanted: ReadonlySet<number>;
  readonly #kept: Archived[] = [];
  #others = 0;

  /** @param wanted - the exchanges that the report points to, which are kept whatever their number */
  constructor(report: ArchivedReport, wanted: ReadonlySet<number>) {
    this.#report = report;
    this.#wanted = wanted;
  }

  take(exchange: Exchange): void {
    const isWanted = this.#wanted.has(exchange.id);
    if (!isWanted && this.#others >= MOST_EXCHANGES) return;
    if (!isWanted) this.#others += 1;
    this.#kept.push(archivedOf(exchange, this.#report));
  }

  /** The archive as gzip in base64: a JSON array of exchanges. Bodies are shortened until it is small enough. */
  packed(): string {
    for (const most of MOST_BODY) {
      const packed = gzipSync(JSON.stringify(this.#kept.map((one) => shortened(one, most))));
      if (packed.length <= MOST_PACKED) return packed.toString('base64');
    }
    const few = this.#kept.slice(0, 1_000).map((one) => shortened(one, 0));
    return gzipSync(JSON.stringify(few)).toString('base64');
  }
}

function archivedOf(exchange: Exchange, { knowledge, curlFolder }: ArchivedReport): Archived {
  const [most] = MOST_BODY;
  return {
    id: exchange.id,
    probe: exchange.probe ?? '',
    request: textOf(requestMessage(exchange, most)),
    answer: textOf(answerMessage(exchange, most)),
    curl: curlLine(exchange, knowledge, curlFolder),
  };
}

/** What does not fit whole; head and headers come first and are kept as far as they go. Half a curl line is of no use. */
function shortened(one: Archived, most: number): Archived {
  const [whole] = MOST_BODY;
  if (most === whole) return one;
  const cut = (text: string) => {
    const end = text.indexOf('\n\n');
    const longest = Math.min(HEAD, end < 0 ? text.length : end) + most;
    return text.length <= longest ? text : `${text.slice(0, longest)}…`;
  };
  return { ...one, request: cut(one.request), answer: cut(one.answer) };
}

const HEAD = 1_500;
