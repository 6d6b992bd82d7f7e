import { Column, SharedColumn } from '../evidence/columns.ts';
import { LeanExchange, LeanExchanges } from '../evidence/lean-exchanges.ts';
import type { Expectation } from '../expectation/expectation.ts';
import { withoutRawBodies, type Reading } from './reading.ts';
import { LeanSequence, type Sequence } from './sequence.ts';

/**
 * The readings of a run. Those without bodies, of which a load run has a million, are rows of a log in columns: the one that their
 * exchanges are views of, or else one of its own. Raw bodies are released.
 */
export class LeanReadings extends LeanSequence<Reading> {
  /** Where each reading is: its row in the log, or below zero its place among the others. */
  readonly #places = Column.ofIntegers();
  readonly #others: Reading[] = [];
  readonly #own = new LeanExchanges();
  #log = this.#own;
  readonly expectations = new SharedColumn<Expectation>();
  readonly bodies = new SharedColumn<Reading['body']>(
    ({ kind }) => kind,
    (one, other) => one.kind === other.kind,
  );
  #isInOrder = true;
  #lastId = 0;

  override get length(): number {
    return this.#places.length;
  }

  protected override make(index: number): Reading {
    const place = this.#places.at(index);
    const other = place < 0 ? this.#others[-1 - place] : undefined;
    return other ?? new LeanReading(this, index, new LeanExchange(this.#log, place));
  }

  add(reading: Reading): void {
    const { id } = reading.exchange;
    this.#isInOrder &&= id >= this.#lastId;
    this.#lastId = id;
    const row = this.#rowOf(reading);
    if (row !== undefined) {
      this.expectations.put(this.length, reading.expectation);
      this.bodies.put(this.length, reading.body);
    }
    this.#places.push(row ?? -this.#others.push(withoutRawBodies(reading)));
  }

  /** All of them by their numbers: they are added in the order in which they ended. */
  inOrder(): Sequence<Reading> {
    if (this.#isInOrder) return this;
    return this.slice().toSorted((a, b) => a.exchange.id - b.exchange.id);
  }

  /** Undefined where the log does not hold everything that a reading has. */
  #rowOf({ exchange, body }: Reading): number | undefined {
    if (body.kind !== 'none' && body.kind !== 'not-recorded') return undefined;
    if (exchange instanceof LeanExchange) {
      if (this.length === 0) this.#log = exchange.all;
      return exchange.all === this.#log ? exchange.row : undefined;
    }
    return this.#log === this.#own && LeanExchanges.canHold(exchange) ? this.#own.push(exchange) : undefined;
  }
}

/** A view of one reading. */
class LeanReading implements Reading {
  readonly #all: LeanReadings;
  readonly #index: number;
  readonly exchange: LeanExchange;

  constructor(all: LeanReadings, index: number, exchange: LeanExchange) {
    this.#all = all;
    this.#index = index;
    this.exchange = exchange;
  }

  get expectation(): Expectation {
    return this.#all.expectations.at(this.#index);
  }

  get body(): Reading['body'] {
    return this.#all.bodies.at(this.#index);
  }
}
