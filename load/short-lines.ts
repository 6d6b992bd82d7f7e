import { dateAfter, plainNumber, SAMPLE_HEADERS, SHORT_LINES } from '../lib/contract/load-lines.ts';

/** Whose key a request carried; `none`: it carried none. */
export type Caller = 'primary' | 'second' | 'none';

/** What is known of a request before it leaves. */
export interface Departure {
  /** Tells it apart from all others of this process. */
  readonly key: string;
  readonly scenario: string;
  /** The window that it was meant for, from 0. */
  readonly window: number;
  readonly caller: Caller;
  readonly method: string;
  /** What follows the base address. */
  readonly target: string;
  /** Instants in milliseconds since 1970: when it should have left, and when it left. */
  readonly scheduled: number;
  readonly from: number;
}

/** And with its answer there. */
export interface Asked extends Departure {
  readonly to: number;
}

/** What came of a request, as far as it is written down. */
export interface Outcome {
  /** 0: there was no response. */
  readonly status: number;
  /** The values of `SAMPLE_HEADERS`, in their order; null where there is none. */
  readonly headers: readonly (string | null)[];
  /** Milliseconds. */
  readonly duration: number;
  readonly waiting: number;
  /** k6's, where there was no response. */
  readonly error?: string;
  readonly code?: number;
}

/** How many requests of a virtual user until a line refers to nothing before, so that a log that lost a line loses no more. */
const FRESH_EVERY = 200;

/** Between two numbers that JavaScript has for an instant of these years lies a quarter of a microsecond: four digits say which it is. */
const INSTANT_DIGITS = 1e4;
const DURATION_DIGITS = 1e3;

/** Writes the requests of one virtual user, one after the other, in short lines; `lib/contract/load-lines.ts` says what they hold. */
export class ShortLines {
  #targets = new Map<string, number>();
  #place: readonly (string | number)[] = [];
  #headers: readonly (string | null)[] = [];
  #from = 0;
  #nth = -1;
  #underWay: string | undefined;

  /** The line that says that a request leaves. */
  departure({ key, scenario, window, caller, method, target, scheduled, from }: Departure): readonly unknown[] {
    const nth = Number(key.slice(key.indexOf('.') + 1));
    // A request without a response leaves a reader in doubt whether a line is missing.
    const isFirst = this.#underWay !== undefined || nth !== this.#nth + 1 || nth % FRESH_EVERY === 0;
    if (isFirst) this.#forget();
    const text = `${method} ${target}`;
    const known = this.#targets.get(text);
    if (known === undefined) this.#targets.set(text, this.#targets.size);
    const place = [scenario, window, caller];
    const isSamePlace = place.every((one, index) => one === this.#place[index]);
    const line = [
      isFirst ? SHORT_LINES.first : SHORT_LINES.next,
      key,
      from - this.#from,
      Math.round((scheduled - from) * INSTANT_DIGITS) / INSTANT_DIGITS,
      known ?? text,
      ...(isSamePlace ? [] : place),
    ];
    this.#place = place;
    this.#from = from;
    this.#nth = nth;
    this.#underWay = key;
    return line;
  }

  /** The line that says what came of it; undefined where no line said that it left. */
  response({ key, from, to }: Asked, outcome: Outcome): readonly unknown[] | undefined {
    if (this.#underWay !== key) return undefined;
    this.#underWay = undefined;
    const { status, duration, waiting, error, code } = outcome;
    const figures = [to - from, status, rounded(duration), rounded(waiting)];
    if (status === 0) return [SHORT_LINES.response, key, ...figures, { error, code }];
    const told = SAMPLE_HEADERS.map((name, at) => {
      const value = outcome.headers[at] ?? null;
      return name === 'Date' ? secondsAfter(to, value) : difference(this.#headers[at] ?? null, value);
    });
    while (told.at(-1) === 0) told.pop();
    this.#headers = outcome.headers;
    return [SHORT_LINES.response, key, ...figures, ...told];
  }

  #forget(): void {
    this.#targets = new Map();
    this.#place = [];
    this.#headers = [];
    this.#from = 0;
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * DURATION_DIGITS) / DURATION_DIGITS;
}

function difference(before: string | null, now: string | null): string | number | null {
  if (before === now) return 0;
  const [from, to] = [plainNumber(before), plainNumber(now)];
  return from === undefined || to === undefined ? now : to - from;
}

/** A date as its distance in seconds where that says it all, else its text. */
function secondsAfter(at: number, date: string | null): string | number | null {
  if (date === null) return null;
  const seconds = Math.floor(Date.parse(date) / 1_000) - Math.floor(at / 1_000);
  return Number.isInteger(seconds) && dateAfter(at, seconds) === date ? seconds : date;
}
