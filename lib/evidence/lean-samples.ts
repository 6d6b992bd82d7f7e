import { Column, OptionalColumn, Pool } from './columns.ts';
import type { LoadSample } from './load-samples.ts';

/** The values that many requests share. */
type Sort = Omit<LoadSample, 'key' | 'scheduled' | 'from' | 'to' | 'headers' | 'duration' | 'waiting' | 'skipped'>;

type Header = LoadSample['headers'][number];

/** Stands for a number that is absent. */
const NONE = -1;

const MOST_NTH = 2 ** 31 - 1;

/** The samples of a run in columns: about eighty bytes each, because a run may have a million. */
export class LeanSamples {
  readonly #scheduled = Column.ofNumbers();
  readonly #from = Column.ofNumbers();
  readonly #to = Column.ofNumbers();
  readonly #duration = Column.ofNumbers();
  readonly #waiting = Column.ofNumbers();
  readonly #skipped = new OptionalColumn();
  readonly #sortNumbers = Column.ofIntegers();
  readonly #sorts = new Pool<Sort>();
  /** A key in its two parts, the name of the virtual user and the number of its request; or unchanged, without a number. */
  readonly #users = Column.ofIntegers();
  readonly #nth = Column.ofIntegers();
  readonly #processes = Column.ofIntegers();
  readonly #names = new Pool<string>();
  #firstHeader = Column.ofIntegers();
  #headerNumbers = Column.ofIntegers();
  readonly #headers = new Pool<Header>();
  #hasForgotten = false;

  get length(): number {
    return this.#from.length;
  }

  push(sample: LoadSample): void {
    const { key, scheduled, from, to, headers, duration, waiting, skipped, ...sort } = sample;
    const row = this.length;
    this.#scheduled.push(scheduled);
    this.#from.push(from);
    this.#to.push(to);
    this.#duration.push(duration);
    this.#waiting.push(waiting);
    this.#skipped.put(row, skipped);
    this.#sortNumbers.push(this.#sorts.numberOf(sort, JSON.stringify(sort)));
    const [, user, digits] = key === undefined ? [] : (/^(.*)\.(0|[1-9]\d{0,9})$/s.exec(key) ?? []);
    const nth = Number(digits);
    const isSplit = user !== undefined && nth <= MOST_NTH;
    this.#users.push(key === undefined ? NONE : this.#names.numberOf(isSplit ? user : key));
    this.#nth.push(isSplit ? nth : NONE);
    this.#processes.push(NONE);
    this.#firstHeader.push(this.#headerNumbers.length);
    for (const pair of headers) this.#headerNumbers.push(this.#headers.numberOfMet(pair, textOfPair));
  }

  /** Those from an index on, in the order of sending; at equal instants, in the order of arrival. */
  inOrder(start = 0): LeanSample[] {
    const samples = Array.from({ length: this.length - start }, (_, index) => new LeanSample(this, start + index));
    return samples.toSorted((a, b) => a.from - b.from);
  }

  /** Discards headers and keys: the figures of a run need neither. */
  forgetHeaders(): void {
    this.#hasForgotten = true;
    this.#firstHeader = Column.ofIntegers();
    this.#headerNumbers = Column.ofIntegers();
  }

  sortOf(row: number): Sort {
    return this.#sorts.at(this.#sortNumbers.at(row));
  }

  scheduled(row: number): number {
    return this.#scheduled.at(row);
  }

  from(row: number): number {
    return this.#from.at(row);
  }

  to(row: number): number {
    return this.#to.at(row);
  }

  duration(row: number): number {
    return this.#duration.at(row);
  }

  waiting(row: number): number {
    return this.#waiting.at(row);
  }

  skipped(row: number): number | undefined {
    return this.#skipped.at(row);
  }

  key(row: number): string | undefined {
    const [user, nth, process] = [this.#users.at(row), this.#nth.at(row), this.#processes.at(row)];
    if (user === NONE) return undefined;
    if (this.#hasForgotten) return '';
    const name = this.#names.at(user);
    const key = nth === NONE ? name : `${name}.${nth}`;
    return process === NONE ? key : `${this.#names.at(process)}-${key}`;
  }

  headers(row: number): Header[] {
    const headers: Header[] = [];
    if (this.#hasForgotten) return headers;
    const from = this.#firstHeader.at(row);
    const to = row + 1 < this.length ? this.#firstHeader.at(row + 1) : this.#headerNumbers.length;
    for (let nth = from; nth < to; nth++) headers.push(this.#headers.at(this.#headerNumbers.at(nth)));
    return headers;
  }

  nameSender(row: number, process: string): void {
    this.#processes.put(row, this.#names.numberOf(process));
  }

  moveTo(row: number, scheduled: number, skipped: number): void {
    this.#scheduled.put(row, scheduled);
    this.#skipped.put(row, skipped);
  }
}

/** A view of one of them. */
export class LeanSample implements Readonly<LoadSample> {
  readonly #all: LeanSamples;
  readonly #row: number;

  constructor(all: LeanSamples, row: number) {
    this.#all = all;
    this.#row = row;
  }

  /** Prefixes its key with the name of its process: each process numbers its virtual users itself. */
  nameSender(process: string): void {
    this.#all.nameSender(this.#row, process);
  }

  /** Moves it to another instant of the schedule. @param skipped - how many were skipped before it */
  moveTo(scheduled: number, skipped: number): void {
    this.#all.moveTo(this.#row, scheduled, skipped);
  }

  get scheduled(): number {
    return this.#all.scheduled(this.#row);
  }

  get from(): number {
    return this.#all.from(this.#row);
  }

  get to(): number {
    return this.#all.to(this.#row);
  }

  get duration(): number {
    return this.#all.duration(this.#row);
  }

  get waiting(): number {
    return this.#all.waiting(this.#row);
  }

  get skipped(): LoadSample['skipped'] {
    return this.#all.skipped(this.#row);
  }

  get key(): LoadSample['key'] {
    return this.#all.key(this.#row);
  }

  get headers(): Header[] {
    return this.#all.headers(this.#row);
  }

  get scenario(): LoadSample['scenario'] {
    return this.#all.sortOf(this.#row).scenario;
  }

  get window(): LoadSample['window'] {
    return this.#all.sortOf(this.#row).window;
  }

  get caller(): LoadSample['caller'] {
    return this.#all.sortOf(this.#row).caller;
  }

  get method(): LoadSample['method'] {
    return this.#all.sortOf(this.#row).method;
  }

  get target(): LoadSample['target'] {
    return this.#all.sortOf(this.#row).target;
  }

  get status(): LoadSample['status'] {
    return this.#all.sortOf(this.#row).status;
  }

  get error(): LoadSample['error'] {
    return this.#all.sortOf(this.#row).error;
  }

  get code(): LoadSample['code'] {
    return this.#all.sortOf(this.#row).code;
  }

  get isCutOff(): LoadSample['isCutOff'] {
    return this.#all.sortOf(this.#row).isCutOff;
  }
}

function textOfPair([name, value]: Header): string {
  return `${name}\n${value}`;
}
