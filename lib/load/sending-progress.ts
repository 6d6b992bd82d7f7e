import { closeSync, openSync, readSync } from 'node:fs';

/** How often a line says how far a run is, in milliseconds, and where nobody watches, how long it still waits. */
const EVERY_MS = 10_000;
const WAITS_EVERY_MS = 60_000;

/** What is read at a time, in bytes. */
const CHUNK = 64 * 1_024;

/** As a line of the console holds the sample of a request, short or whole; another line says that it leaves. */
const SAMPLES = ['"msg":"[\\"s\\",', '{\\"sample\\":'];

/** As it holds a wait, with its end in milliseconds since 1970. */
const WAIT = /\\"waiting\\":\{\\"until\\":(\d+)/;

/**
 * Says every ten seconds how far a run is, by the samples that k6 has written to its console so far, or how long it still waits for a window
 * before it sends anything: that too only every minute where nobody watches.
 *
 * @param file - k6's console; it may not be there yet
 * @param seconds - what the run takes at most, by its estimate
 * @param say - takes a line, with its line end
 * @param live - somebody watches
 * @returns ends it
 */
export function watchSending(file: string, seconds: number, say: (line: string) => void, live = true): () => void {
  const from = performance.now();
  const responses = new ResponseCount(file);
  let saidWait = -Infinity;
  const timer = setInterval(() => {
    const count = responses.count();
    const wait = responses.waitsUntil - Date.now();
    if (wait > 0) {
      if (!live && performance.now() - saidWait < WAITS_EVERY_MS) return;
      saidWait = performance.now();
      say(`waiting ${Math.ceil(wait / 1_000)} s for a new window\n`);
      return;
    }
    const gone = Math.round((performance.now() - from) / 1_000);
    const planned = Math.round(seconds);
    const span = gone <= planned ? `${gone} s of about ${planned} s` : `${gone} s, planned ${planned} s`;
    say(`${span}: ${count} ${count === 1 ? 'response' : 'responses'}\n`);
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Counts the samples in a console that grows; each part of it is read once. */
export class ResponseCount {
  readonly #file: string;
  readonly #chunk = Buffer.alloc(CHUNK);
  #read = 0;
  #rest = '';
  #responses = 0;
  #waitsUntil = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** When the wait ends that was written last, in milliseconds since 1970; 0 where none was. */
  get waitsUntil(): number {
    return this.#waitsUntil;
  }

  /** The samples so far, of whole lines; none where the file is not there. */
  count(): number {
    let handle: number;
    try {
      handle = openSync(this.#file, 'r');
    } catch {
      return this.#responses;
    }
    try {
      for (;;) {
        const got = readSync(handle, this.#chunk, 0, CHUNK, this.#read);
        if (got === 0) return this.#responses;
        this.#read += got;
        const lines = `${this.#rest}${this.#chunk.toString('latin1', 0, got)}`.split('\n');
        this.#rest = lines.pop() ?? '';
        for (const line of lines)
          if (SAMPLES.some((text) => line.includes(text))) this.#responses++;
          else this.#waitsUntil = Number(WAIT.exec(line)?.[1] ?? this.#waitsUntil);
      }
    } finally {
      closeSync(handle);
    }
  }
}
