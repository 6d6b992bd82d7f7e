import { counted } from '../../text/counted.ts';
import type { SuitesWatcher } from '../../run/suites.ts';
import { countDown, waitingWords, CLEAR } from '../shared/progress.ts';
import { flowing, type Terminal } from '../shared/terminal.ts';

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

/** What the runs are called where their names do not fit: as in the report of the comparison. */
const SIDES = ['before', 'after'];

/** Makes the progress of several runs; all of it goes to the error stream. */
export function createPairProgress(terminal: Pick<Terminal, 'err' | 'live' | 'width' | 'piped'>): PairProgress {
  const { err, live, width } = terminal;
  const names = new Set<string>();
  const states = new Map<string, string>();
  const clear = live ? CLEAR : '';
  const stops = new Set<() => void>();
  const paint = () => {
    if (!live) return;
    const shown = [...names].map((name, index) => ({ name, side: SIDES[index] ?? name, state: states.get(name) }));
    const lines = (['name', 'side'] as const).map((called) =>
      shown.flatMap(({ state, ...one }) => (state === undefined ? [] : [`${one[called]}: ${state}`])).join(' · '),
    );
    // Only what fits a line can be written over; nothing of it is cut.
    err(clear + (lines.find((line) => line.length < width) ?? shown.flatMap(({ state }) => state ?? []).join(' · ')));
  };
  const say = (sentence: string) => {
    err(`${clear}${flowing(sentence, terminal)}\n`);
    paint();
  };
  const show = (name: string, state: string) => {
    states.set(name, state);
    paint();
  };
  return {
    of(name) {
      names.add(name);
      let [sent, said, written] = [0, 0, ''];
      let stop: (() => void) | undefined;
      return {
        onProbe: () => {},
        onSent(count) {
          stop?.();
          sent = count;
          show(name, counted(sent, 'request'));
          if (live || sent < said + APART) return;
          said = sent;
          written = '';
          err(`${name}: ${counted(sent, 'request')} so far\n`);
        },
        onWaiting(until, why) {
          stop?.();
          if (stop !== undefined) stops.delete(stop);
          let isSaid = why === written;
          written = why;
          stop = countDown(until, live, (seconds) => {
            // The reason has no room beside the other run: it is said once, in a line of its own.
            if (!isSaid) say(`${name}: ${waitingWords(seconds, why)}`);
            isSaid = live;
            show(name, `${counted(sent, 'request')}, waiting ${seconds} s`);
          });
          stops.add(stop);
        },
        onBounds: (says) => say(`${name}: ${says}`),
        onNote: (says) => say(`${name}: ${says}`),
      };
    },
    say,
    done() {
      for (const stop of stops) stop();
      if (live) err(clear);
    },
  };
}
