import {
  NO_BODY,
  UNRECORDED_BODY,
  type Answer,
  type Exchange,
  type HeaderPair,
  type SentRequest,
} from '../evidence/exchange.ts';
import type { Expectation } from '../expectation/expectation.ts';
import { Column, OptionalColumn, Pool } from '../evidence/columns.ts';
import { withoutRawBodies, type Reading } from './reading.ts';
import { LeanSequence, type Sequence } from './sequence.ts';

/** What recurs in the readings of a run: the same request, answered with the same status. */
interface Sort {
  readonly request: SentRequest;
  readonly status: number;
  readonly body: Reading['body'];
  readonly probe: string | undefined;
  readonly sender: string | undefined;
}

/** The largest id that a column of integers holds. */
const MOST_ID = 2 ** 31 - 1;

/**
 * The readings of a run. Those without bodies, of which a load run has a million, take about sixty bytes each: what recurs is
 * kept once, times and numbers are kept in columns, and a reading is made on access. Raw bodies are released.
 */
export class LeanReadings extends LeanSequence<Reading> {
  /** Where each reading is: its row in the columns, or below zero its place among the others. */
  readonly #places = Column.ofIntegers();
  readonly #others: Reading[] = [];
  readonly #ids = Column.ofIntegers();
  readonly #startedAt = Column.ofNumbers();
  readonly #answeredAt = new OptionalColumn();
  readonly #endedAt = Column.ofNumbers();
  readonly #sortNumbers = Column.ofIntegers();
  readonly #sorts = new Pool<Sort>();
  readonly #requests = new Pool<SentRequest>();
  readonly #expectationNumbers = Column.ofIntegers();
  readonly #expectations = new Pool<Expectation>();
  readonly #firstHeader = Column.ofIntegers();
  readonly #headerNumbers = Column.ofIntegers();
  readonly #headers = new Pool<HeaderPair>();
  #isInOrder = true;
  #lastId = 0;
  #lastSort: { readonly sort: Sort; readonly number: number } | undefined;

  override get length(): number {
    return this.#places.length;
  }

  protected override make(index: number): Reading {
    const place = this.#places.at(index);
    const other = place < 0 ? this.#others[-1 - place] : undefined;
    return other ?? new LeanReading(this, place);
  }

  add(reading: Reading): void {
    const { id } = reading.exchange;
    this.#isInOrder &&= id >= this.#lastId;
    this.#lastId = id;
    if (this.#isPlain(reading)) {
      this.#places.push(this.#ids.length);
      this.#addRow(reading);
    } else this.#places.push(-this.#others.push(withoutRawBodies(reading)));
  }

  /** All of them by their numbers: they are added in the order in which they ended. */
  inOrder(): Sequence<Reading> {
    if (this.#isInOrder) return this;
    return this.slice().toSorted((a, b) => a.exchange.id - b.exchange.id);
  }

  /** Whether the columns can hold everything that it has. */
  #isPlain({ exchange, body }: Reading): boolean {
    const { id, request, answer, retryOf, retried, failure } = exchange;
    if ((retryOf ?? retried ?? failure) !== undefined) return false;
    const isUnread = body.kind === 'none' || body.kind === 'not-recorded';
    return isUnread && !('bytes' in answer.body) && !('bytes' in request.body) && id <= MOST_ID;
  }

  #addRow({ exchange, expectation, body }: Reading): void {
    const { id, request, answer, times, probe, sender } = exchange;
    const { status, headers } = answer;
    this.#ids.push(id);
    this.#startedAt.push(times.startedAt);
    this.#answeredAt.put(this.#ids.length - 1, times.answeredAt);
    this.#endedAt.push(times.endedAt);
    this.#expectationNumbers.push(this.#expectations.numberOf(expectation));
    this.#sortNumbers.push(
      this.#sortNumberOf(request, status, body.kind === 'none' ? NO_BODY : UNRECORDED_BODY, probe, sender),
    );
    this.#firstHeader.push(this.#headerNumbers.length);
    for (const pair of headers) this.#headerNumbers.push(this.#headers.numberOfMet(pair, textOfPair));
  }

  /** Mostly it is the same as for the reading before. */
  #sortNumberOf(
    request: SentRequest,
    status: number,
    body: Sort['body'],
    probe: Sort['probe'],
    sender: Sort['sender'],
  ): number {
    const { sort, number } = this.#lastSort ?? {};
    const isLast = sort?.request === request && sort.status === status && sort.body === body;
    if (number !== undefined && isLast && sort.probe === probe && sort.sender === sender) return number;
    const made = { request, status, body, probe, sender };
    const key = `${this.#requests.numberOf(request)} ${status} ${body.kind} ${probe?.length} ${probe} ${sender?.length} ${sender}`;
    this.#lastSort = { sort: made, number: this.#sorts.numberOf(made, key) };
    return this.#lastSort.number;
  }

  id(row: number): number {
    return this.#ids.at(row);
  }

  sortOf(row: number): Sort {
    return this.#sorts.at(this.#sortNumbers.at(row));
  }

  expectation(row: number): Expectation {
    return this.#expectations.at(this.#expectationNumbers.at(row));
  }

  times(row: number): Exchange['times'] {
    const answeredAt = this.#answeredAt.at(row);
    const times = { startedAt: this.#startedAt.at(row), endedAt: this.#endedAt.at(row) };
    return answeredAt === undefined ? times : { ...times, answeredAt };
  }

  headers(row: number): HeaderPair[] {
    const from = this.#firstHeader.at(row);
    const to = row + 1 < this.#firstHeader.length ? this.#firstHeader.at(row + 1) : this.#headerNumbers.length;
    const headers: HeaderPair[] = [];
    for (let nth = from; nth < to; nth++) headers.push(this.#headers.at(this.#headerNumbers.at(nth)));
    return headers;
  }
}

function textOfPair([name, value]: HeaderPair): string {
  return `${name}\n${value}`;
}

/** A view of one row. */
abstract class View {
  protected readonly all: LeanReadings;
  protected readonly row: number;

  constructor(all: LeanReadings, row: number) {
    this.all = all;
    this.row = row;
  }
}

class LeanReading extends View implements Reading {
  get exchange(): LeanExchange {
    return new LeanExchange(this.all, this.row);
  }

  get expectation(): Expectation {
    return this.all.expectation(this.row);
  }

  get body(): Reading['body'] {
    return this.all.sortOf(this.row).body;
  }
}

class LeanExchange extends View implements Exchange {
  get id(): number {
    return this.all.id(this.row);
  }

  get request(): SentRequest {
    return this.all.sortOf(this.row).request;
  }

  get answer(): Answer {
    return new LeanAnswer(this.all, this.row);
  }

  get times(): Exchange['times'] {
    return this.all.times(this.row);
  }

  get probe(): string | undefined {
    return this.all.sortOf(this.row).probe;
  }

  get sender(): string | undefined {
    return this.all.sortOf(this.row).sender;
  }
}

class LeanAnswer extends View implements Answer {
  #headers: HeaderPair[] | undefined;
  /** As in any reading that is kept: the body is in the reading itself. */
  readonly body = UNRECORDED_BODY;

  get status(): number {
    return this.all.sortOf(this.row).status;
  }

  get headers(): HeaderPair[] {
    return (this.#headers ??= this.all.headers(this.row));
  }
}
