import { counted } from '../report/verdict-words.ts';
import type { SuitesWatcher } from '../run/suites.ts';
import type { Terminal } from './terminal.ts';

/** Shows how far a run is: one line that is written over on a terminal, a line every few requests and per wait elsewhere. */
export interface Progress extends SuitesWatcher {
  /** Takes the line away, before the report is printed. */
  done(): void;
}

/** Requests between two progress lines, where a line is not overwritten. */
const APART = 20;

/** Makes the progress of one run; all of it goes to the error stream, so that the output stays the report. A quiet one shows notes alone. */
export function createProgress(
  { err, live: isLive, width }: Pick<Terminal, 'err' | 'live' | 'width'>,
  isQuiet = false,
): Progress {
  const live = isLive && !isQuiet;
  let probe = '';
  /** A probe that has its turn may have nothing to send: it is told with its first request. */
  let next = '';
  let sent = 0;
  let waiting = '';
  /** The requests that the last line without a terminal told of; none was written before the first. */
  let said: number | undefined;
  /** The reason of the last wait that was written down: a limit that opens for one request at a time says it once. */
  let written = '';
  const paint = () => {
    if (live)
      err(
        `\r\u001B[2K${fit([waiting === '' ? probe : waiting, counted(sent, 'request')].filter(Boolean).join(' · '), width - 1)}`,
      );
  };
  return {
    onProbe(title) {
      next = title;
    },
    onSent(count) {
      const isNew = next !== probe;
      probe = next;
      sent = count;
      waiting = '';
      if (!live && !isQuiet && isNew && (said === undefined || sent > said + APART)) {
        err(`${probe.split(': ', 1)[0] ?? ''} · ${counted(sent, 'request')} so far\n`);
        written = '';
        said = sent;
      }
      paint();
    },
    onWaiting(until, why) {
      waiting = waitingWords(until, why);
      if (!live && !isQuiet && why !== written) err(`${waiting} · ${counted(sent, 'request')} so far\n`);
      written = why;
      paint();
    },
    onNote(says) {
      err(`${live ? '\r\u001B[2K' : ''}${says}\n`);
      paint();
    },
    done() {
      if (live) err('\r\u001B[2K');
    },
  };
}

/** What every command says while it waits. @param until - milliseconds since 1970 @param why - a clause, e.g. `for the rate limit to reset` */
export function waitingWords(until: number, why: string): string {
  return `waiting until ${new Date(until).toISOString().slice(11, 19)} UTC: ${why}`;
}

/** A text cut off at that many columns. */
export function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
