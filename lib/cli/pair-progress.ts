import { counted } from '../report/verdict-words.ts';
import type { SuitesWatcher } from '../run/suites.ts';
import { fit, waitingWords } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Shows how far several runs are, side by side: on a terminal in one line, elsewhere in a line every few requests and per wait. */
export interface PairProgress {
  /** Watches one of the runs. */
  of(name: string): SuitesWatcher;
  /** Says a sentence among the lines. */
  say(sentence: string): void;
  /** Takes the line away. */
  done(): void;
}

/** Requests of one run between two lines, where a line is not overwritten. */
const APART = 20;

/** Makes the progress of several runs; all of it goes to the error stream. */
export function createPairProgress({ err, live, width }: Pick<Terminal, 'err' | 'live' | 'width'>): PairProgress {
  const states = new Map<string, string>();
  const clear = live ? '\r\u001B[2K' : '';
  const paint = () => {
    if (live) err(clear + fit(Array.from(states, ([name, state]) => `${name}: ${state}`).join(' · '), width - 1));
  };
  const say = (sentence: string) => {
    err(`${clear}${sentence}\n`);
    paint();
  };
  const show = (name: string, state: string) => {
    states.set(name, state);
    paint();
  };
  return {
    of(name) {
      let [sent, said, written] = [0, 0, ''];
      return {
        onProbe: () => {},
        onSent(count) {
          sent = count;
          show(name, counted(sent, 'request'));
          if (live || sent < said + APART) return;
          said = sent;
          written = '';
          err(`${name}: ${counted(sent, 'request')} so far\n`);
        },
        onWaiting(until, why) {
          const waiting = waitingWords(until, why);
          show(name, `${counted(sent, 'request')}, ${waiting}`);
          if (!live && why !== written) err(`${name}: ${waiting}\n`);
          written = why;
        },
        onNote: (says) => say(`${name}: ${says}`),
      };
    },
    say,
    done() {
      if (live) err(clear);
    },
  };
}
