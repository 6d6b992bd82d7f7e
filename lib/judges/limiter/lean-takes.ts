import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { Column, OptionalColumn, Pool } from '../../evidence/columns.ts';
import { LeanSequence } from '../sequence.ts';
import type { Take } from './take.ts';

/** What many requests have in common. */
type Sort = Pick<Take, 'sender' | 'status' | 'refused' | 'operation' | 'regular' | 'period' | 'limit'>;

/** The requests of a caller in columns: some sixty bytes each, where a run has a million. */
export class LeanTakes extends LeanSequence<Take> {
  readonly #numbers = Column.ofNumbers();
  readonly #from = Column.ofNumbers();
  readonly #to = Column.ofNumbers();
  readonly #sortNumbers = Column.ofIntegers();
  readonly #sorts = new Pool<Sort>();
  readonly #remaining = new OptionalColumn();
  readonly #reset = new OptionalColumn();
  readonly #retryAfter = new OptionalColumn();
  readonly #leastAhead = new OptionalColumn();
  readonly #mostAhead = new OptionalColumn();
  #last: { readonly sort: Sort; readonly number: number } | undefined;

  override get length(): number {
    return this.#numbers.length;
  }

  protected override make(index: number): Take {
    return new LeanTake(this, index);
  }

  push(take: Take): void {
    this.put(this.length, take);
  }

  /** Writes over the request at an index, or adds one at the end. */
  put(index: number, take: Take): void {
    this.#numbers.put(index, take.number);
    this.#from.put(index, take.from);
    this.#to.put(index, take.to);
    this.#sortNumbers.put(index, this.#numberOf(take));
    this.#remaining.put(index, take.remaining);
    this.#reset.put(index, take.reset);
    this.#retryAfter.put(index, take.retryAfter);
    this.#leastAhead.put(index, take.ahead?.least);
    this.#mostAhead.put(index, take.ahead?.most);
  }

  /** Mostly it is that of the request before. */
  #numberOf(take: Take): number {
    const { sender, status, refused, operation, regular, period, limit } = take;
    if (this.#last !== undefined && isSameSort(this.#last.sort, take)) return this.#last.number;
    const key = `${status} ${refused} ${operation} ${regular} ${period} ${limit} ${sender?.length} ${sender}`;
    const sort = { sender, status, refused, operation, regular, period, limit };
    this.#last = { sort, number: this.#sorts.numberOf(sort, key) };
    return this.#last.number;
  }

  number(index: number): number {
    return this.#numbers.at(index);
  }

  from(index: number): number {
    return this.#from.at(index);
  }

  to(index: number): number {
    return this.#to.at(index);
  }

  sortOf(index: number): Sort {
    return this.#sorts.at(this.#sortNumbers.at(index));
  }

  remaining(index: number): number | undefined {
    return this.#remaining.at(index);
  }

  reset(index: number): number | undefined {
    return this.#reset.at(index);
  }

  retryAfter(index: number): number | undefined {
    return this.#retryAfter.at(index);
  }

  ahead(index: number): ClockSpan | undefined {
    const [least, most] = [this.#leastAhead.at(index), this.#mostAhead.at(index)];
    return least === undefined || most === undefined ? undefined : { least, most };
  }
}

function isSameSort(one: Sort, other: Sort): boolean {
  return (
    one.status === other.status &&
    one.limit === other.limit &&
    one.sender === other.sender &&
    one.period === other.period &&
    one.operation === other.operation &&
    one.refused === other.refused &&
    one.regular === other.regular
  );
}

/** A view of one of them. */
class LeanTake implements Take {
  readonly #all: LeanTakes;
  readonly #index: number;

  constructor(all: LeanTakes, index: number) {
    this.#all = all;
    this.#index = index;
  }

  get number(): number {
    return this.#all.number(this.#index);
  }

  get from(): number {
    return this.#all.from(this.#index);
  }

  get to(): number {
    return this.#all.to(this.#index);
  }

  get sender(): Take['sender'] {
    return this.#all.sortOf(this.#index).sender;
  }

  get status(): number {
    return this.#all.sortOf(this.#index).status;
  }

  get refused(): boolean {
    return this.#all.sortOf(this.#index).refused;
  }

  get operation(): Take['operation'] {
    return this.#all.sortOf(this.#index).operation;
  }

  get regular(): boolean {
    return this.#all.sortOf(this.#index).regular;
  }

  get period(): Take['period'] {
    return this.#all.sortOf(this.#index).period;
  }

  get limit(): Take['limit'] {
    return this.#all.sortOf(this.#index).limit;
  }

  get remaining(): Take['remaining'] {
    return this.#all.remaining(this.#index);
  }

  get reset(): Take['reset'] {
    return this.#all.reset(this.#index);
  }

  get retryAfter(): Take['retryAfter'] {
    return this.#all.retryAfter(this.#index);
  }

  get ahead(): Take['ahead'] {
    return this.#all.ahead(this.#index);
  }
}
