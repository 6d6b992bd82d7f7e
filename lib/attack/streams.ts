/** How a run is started, as words of `sh -c` where `"$@"` is the run. */
export interface Stream {
  readonly script?: string;
  /** Its output is a pipe that is read after this long, in milliseconds. */
  readonly readAfter?: number;
  /** It may write colours. */
  readonly isTerminal?: boolean;
}

/** Where output goes to and input comes from. */
export const STREAMS: Readonly<Record<string, Stream>> = {
  usual: {},
  'output that is closed': { script: 'exec "$@" >&-' },
  'errors that are closed': { script: 'exec "$@" 2>&-' },
  'input that is closed': { script: 'exec "$@" <&-' },
  'all streams closed': { script: 'exec "$@" <&- >&- 2>&-' },
  'output that is full': { script: 'exec "$@" >/dev/full' },
  'errors that are full': { script: 'exec "$@" 2>/dev/full' },
  'output into a file': { script: 'exec "$@" >output.txt' },
  'output that nobody reads for a while': { readAfter: 3_000 },
  'a reader that has gone': {
    script: '{ "$@"; echo $? >status; } 2>&1 | true; exit $(cat status)',
  },
  'input without end': { script: 'exec "$@" </dev/zero' },
  'a terminal': { script: 'exec script -qec "$(printf "%q " "$@")" /dev/null', isTerminal: true },
};

/** What ends a run from outside. */
export interface Ending {
  /** When, in milliseconds after petvet listens to signals, or after its start where that may end it; without signals it is Ctrl-C of a run within this process. */
  readonly after: number;
  /** The signals, half a second and more apart. */
  readonly signals?: readonly NodeJS.Signals[];
  /** They may end petvet themselves: no program hears of them, or it hears nothing yet. */
  readonly mayEnd?: boolean;
}

/** Signals, and when they come. */
export const SIGNALS: Readonly<Record<string, Ending | undefined>> = {
  usual: undefined,
  'an end before the start': { after: 0, mayEnd: true },
  'an end at once': { after: 30, mayEnd: true },
  'an end in the middle': { after: 800 },
  SIGINT: { after: 300, signals: ['SIGINT'] },
  SIGTERM: { after: 100, signals: ['SIGTERM'] },
  'SIGTERM at once': { after: 60, signals: ['SIGTERM'], mayEnd: true },
  SIGHUP: { after: 900, signals: ['SIGHUP'] },
  'SIGINT twice': { after: 300, signals: ['SIGINT', 'SIGINT'] },
  SIGKILL: { after: 1_500, signals: ['SIGKILL'], mayEnd: true },
  'SIGSTOP for a while': { after: 100, signals: ['SIGSTOP', 'SIGCONT'] },
};
