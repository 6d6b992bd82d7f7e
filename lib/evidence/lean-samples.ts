import { Column, OptionalColumn, SharedColumn, View } from './columns.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { LeanExchanges } from './lean-exchanges.ts';
import { exchangeOfSample, requestOfSample, type LoadSample } from './load-samples.ts';

/** What many samples share. */
type Sort = Pick<LoadSample, 'window' | 'caller' | 'error' | 'code' | 'isCutOff'>;

/** Stands for a number that is absent. */
const NONE = -1;

/** The samples of a run in columns: what they have in common with exchanges in those of a log, and the rest beside it. */
export class LeanSamples {
  readonly exchanges = new LeanExchanges();
  readonly scheduled = Column.ofNumbers();
  readonly duration = Column.ofNumbers();
  readonly waiting = Column.ofNumbers();
  readonly skipped = new OptionalColumn();
  readonly sorts = new SharedColumn<Sort>(
    ({ window, caller, error, code, isCutOff }) => JSON.stringify([window, caller, isCutOff, code, error]),
    isSameSort,
  );
  /** The number of a request, the second part of its key; the first is the sender. */
  readonly nth = Column.ofIntegers();
  /** Equal ones are the same object: nothing that comes later needs to make copies of their exchanges for that. */
  readonly #requests = new Map<string, SentRequest>();
  /** The rows in the order of sending, where their exchanges have numbers. */
  #order: Int32Array | undefined;

  get length(): number {
    return this.scheduled.length;
  }

  push(sample: LoadSample): void {
    const row = this.length;
    const { key, caller, method, target } = sample;
    const kind = `${caller} ${method} ${target}`;
    const request = this.#requests.get(kind) ?? requestOfSample(sample);
    this.#requests.set(kind, request);
    this.exchanges.push(exchangeOfSample(sample, row + 1, undefined, request));
    this.scheduled.push(sample.scheduled);
    this.duration.push(sample.duration);
    this.waiting.push(sample.waiting);
    this.skipped.put(row, sample.skipped);
    this.sorts.push(sample);
    this.nth.push(Number(/\.(0|[1-9]\d{0,8})$/.exec(key ?? '')?.[1] ?? NONE));
    this.#order = undefined;
  }

  /** Those from an index on, in the order of sending; at equal instants, in the order of arrival. */
  inOrder(start = 0): LeanSample[] {
    return Array.from(this.#rowsInOrder(start), (row) => new LeanSample(this, row));
  }

  /**
   * Their exchanges, numbered in the order of sending.
   *
   * @param make - views, or copies
   * @param numbers - of those that are asked for; all when absent
   */
  *numbered(make: 'at' | 'copy', numbers?: Iterable<number>): Generator<Exchange, undefined> {
    const order = (this.#order ??= this.#number());
    const rows = numbers === undefined ? order : [...numbers].toSorted((a, b) => a - b).map((one) => order[one - 1]);
    for (const row of rows) if (row !== undefined) yield this.exchanges[make](row);
  }

  #number(): Int32Array {
    const order = Int32Array.from(this.#rowsInOrder());
    for (const [index, row] of order.entries()) this.exchanges.ids.put(row, index + 1);
    return order;
  }

  #rowsInOrder(start = 0): Iterable<number> {
    if (start === 0 && this.#order !== undefined) return this.#order;
    const { startedAt } = this.exchanges;
    const rows = Array.from({ length: this.length - start }, (_, index) => start + index);
    return rows.toSorted((a, b) => startedAt.at(a) - startedAt.at(b));
  }
}

function isSameSort(one: Sort, other: Sort): boolean {
  const isSame = one.window === other.window && one.caller === other.caller && one.error === other.error;
  return isSame && one.code === other.code && one.isCutOff === other.isCutOff;
}

/** A view of one of them. */
export class LeanSample extends View<LeanSamples> implements Readonly<LoadSample> {
  /** Puts the name of its process before its key: each process numbers its virtual users itself. */
  nameSender(process: string): void {
    const { senders } = this.all.exchanges;
    const sender = senders.at(this.row);
    if (sender !== undefined) senders.put(this.row, `${process}-${sender}`);
  }

  /** Moves it to another instant of the schedule. @param skipped - how many were skipped before it */
  moveTo(scheduled: number, skipped: number): void {
    this.all.scheduled.put(this.row, scheduled);
    this.all.skipped.put(this.row, skipped);
  }

  get scheduled(): number {
    return this.all.scheduled.at(this.row);
  }

  get from(): number {
    return this.all.exchanges.startedAt.at(this.row);
  }

  /** In exchanges it is as late as it may have been. */
  get to(): number {
    const until = this.all.exchanges.endedAt.at(this.row);
    return Number.isInteger(until) ? until - 1 : until;
  }

  get duration(): number {
    return this.all.duration.at(this.row);
  }

  get waiting(): number {
    return this.all.waiting.at(this.row);
  }

  get skipped(): LoadSample['skipped'] {
    return this.all.skipped.at(this.row);
  }

  get key(): LoadSample['key'] {
    const [sender, nth] = [this.all.exchanges.senders.at(this.row), this.all.nth.at(this.row)];
    return sender === undefined || nth === NONE ? sender : `${sender}.${nth}`;
  }

  get headers(): LoadSample['headers'] {
    return this.all.exchanges.headers.at(this.row).map(([name, value]) => [name, value]);
  }

  get scenario(): LoadSample['scenario'] {
    return this.all.exchanges.kinds.at(this.row).probe ?? '';
  }

  get window(): LoadSample['window'] {
    return this.all.sorts.at(this.row).window;
  }

  get caller(): LoadSample['caller'] {
    return this.all.sorts.at(this.row).caller;
  }

  get method(): LoadSample['method'] {
    return this.all.exchanges.requests.at(this.row).method;
  }

  get target(): LoadSample['target'] {
    return this.all.exchanges.requests.at(this.row).target;
  }

  get status(): LoadSample['status'] {
    return this.all.exchanges.kinds.at(this.row).status ?? 0;
  }

  get error(): LoadSample['error'] {
    return this.all.sorts.at(this.row).error;
  }

  get code(): LoadSample['code'] {
    return this.all.sorts.at(this.row).code;
  }

  get isCutOff(): LoadSample['isCutOff'] {
    return this.all.sorts.at(this.row).isCutOff;
  }
}
