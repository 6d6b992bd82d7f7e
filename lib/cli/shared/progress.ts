import { counted } from '../../text/counted.ts';
import type { SuitesWatcher } from '../../run/suites.ts';
import { flowing, type Terminal } from './terminal.ts';

/** Shows how far a run is: one line that is written over on a terminal, a line every few requests and per wait elsewhere. */
export interface Progress extends SuitesWatcher {
  /** Takes the line away, before the report is printed. */
  done(): void;
}

/** Requests between two progress lines, where a line is not overwritten. */
const APART = 20;

/** Takes the line of a terminal away, to write it anew. */
export const CLEAR = '\r\u001B[2K';

/** Makes the progress of one run; all of it goes to the error stream, so that the output stays the report. A quiet one shows notes alone. */
export function createProgress(
  terminal: Pick<Terminal, 'err' | 'live' | 'width' | 'piped'>,
  isQuiet = false,
): Progress {
  const { err, width } = terminal;
  const live = terminal.live && !isQuiet;
  let probe = '';
  /** A probe that has its turn may have nothing to send: it is told with its first request. */
  let next = '';
  let sent = 0;
  let waiting: { readonly seconds: number; readonly why: string } | undefined;
  let stopCounting: (() => void) | undefined;
  /** The requests that the last line without a terminal told of; none was written before the first. */
  let said: number | undefined;
  /** The reason of the last wait that was written down: a limit that opens for one request at a time says it once. */
  let written = '';
  /** Only what fits a line can be written over; nothing of it is cut. */
  const paint = () => {
    if (!live) return;
    const count = counted(sent, 'request');
    const [short, long] =
      waiting === undefined
        ? [areaOf(probe), probe]
        : [`waiting ${waiting.seconds} s`, waitingWords(waiting.seconds, waiting.why)];
    const line = [long, short].map((text) => [text, count].filter(Boolean).join(' · '));
    err(`${CLEAR}${line.find((text) => text.length < width) ?? count}`);
  };
  const say = (says: string) => {
    err(`${live ? CLEAR : ''}${flowing(says, terminal)}\n`);
    paint();
  };
  return {
    onProbe(title) {
      next = title;
    },
    onSent(count) {
      const isNew = next !== probe;
      probe = next;
      sent = count;
      waiting = undefined;
      stopCounting?.();
      if (!live && !isQuiet && isNew && (said === undefined || sent > said + APART)) {
        err(`${areaOf(probe)} · ${counted(sent, 'request')} so far\n`);
        written = '';
        said = sent;
      }
      paint();
    },
    onWaiting(until, why) {
      stopCounting?.();
      const isNew = why !== written;
      written = why;
      let isFirst = true;
      stopCounting = countDown(until, live, (seconds) => {
        waiting = { seconds, why };
        const isSaid = isFirst && isNew && waitingWords(seconds, why).length + APART >= width;
        if (live && isSaid) say(`${waitingWords(seconds, why)}.`);
        else if (!live && !isQuiet && (isNew || !isFirst))
          err(`${waitingWords(seconds, why)} · ${counted(sent, 'request')} so far\n`);
        isFirst = false;
        paint();
      });
    },
    onBounds(says) {
      if (!isQuiet) say(says);
    },
    onNote: say,
    done() {
      stopCounting?.();
      if (live) err(CLEAR);
    },
  };
}

/** Of the title of a probe the part that says what it is about. */
function areaOf(title: string): string {
  return title.split(': ', 1)[0] ?? '';
}

/** How often a wait is told, in milliseconds: where a line is written over, and elsewhere. */
const EVERY_MS = { live: 1_000, log: 60_000 };

/**
 * Tells how long a wait still takes: at once, and then every second on a terminal, every minute elsewhere, until it is over.
 *
 * @param until - milliseconds since 1970
 * @param tell - given the whole seconds that are left, rounded up
 * @returns ends it before
 */
export function countDown(until: number, live: boolean, tell: (seconds: number) => void): () => void {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const timer = setInterval(
    () => {
      if (Date.now() >= until) clearInterval(timer);
      else tell(left());
    },
    live ? EVERY_MS.live : EVERY_MS.log,
  ).unref();
  tell(left());
  return () => clearInterval(timer);
}

/** What every command says while it waits. @param why - a clause, e.g. `for the rate limit to reset` */
export function waitingWords(seconds: number, why: string): string {
  return `waiting ${seconds} s: ${why}`;
}
