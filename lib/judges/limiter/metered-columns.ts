import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { Column, OptionalColumn, Pool } from '../../evidence/columns.ts';
import { LeanSequence } from '../sequence.ts';
import type { MeteredRequest } from './metered-request.ts';

/** The values that many requests share. */
type Sort = Pick<MeteredRequest, 'sender' | 'status' | 'refused' | 'operation' | 'isDocumented' | 'period' | 'limit'>;

/** The requests of a caller in columns: about sixty bytes each, as a run may have a million. */
export class MeteredColumns extends LeanSequence<MeteredRequest> {
  readonly #numbers = Column.ofNumbers();
  readonly #from = Column.ofNumbers();
  readonly #to = Column.ofNumbers();
  readonly #sortNumbers = Column.ofIntegers();
  readonly #sorts = new Pool<Sort>();
  readonly #pageSize = new OptionalColumn();
  readonly #remaining = new OptionalColumn();
  readonly #reset = new OptionalColumn();
  readonly #retryAfter = new OptionalColumn();
  readonly #longestRetryAfter = new OptionalColumn();
  readonly #leastOffset = new OptionalColumn();
  readonly #mostOffset = new OptionalColumn();
  #last: { readonly sort: Sort; readonly number: number } | undefined;

  override get length(): number {
    return this.#numbers.length;
  }

  protected override make(index: number): MeteredRequest {
    return new MeteredRow(this, index);
  }

  push(request: MeteredRequest): void {
    this.put(this.length, request);
  }

  /** Writes over the request at an index, or adds one at the end. */
  put(index: number, request: MeteredRequest): void {
    this.#numbers.put(index, request.number);
    this.#from.put(index, request.from);
    this.#to.put(index, request.to);
    this.#sortNumbers.put(index, this.#numberOf(request));
    this.#pageSize.put(index, request.pageSize);
    this.#remaining.put(index, request.remaining);
    this.#reset.put(index, request.reset);
    this.#retryAfter.put(index, request.retryAfter);
    this.#longestRetryAfter.put(index, request.longestRetryAfter);
    this.#leastOffset.put(index, request.clockOffset?.least);
    this.#mostOffset.put(index, request.clockOffset?.most);
  }

  /** Mostly it is the same as for the request before. */
  #numberOf(request: MeteredRequest): number {
    const { sender, status, refused, operation, isDocumented, period, limit } = request;
    if (this.#last !== undefined && isSameSort(this.#last.sort, request)) return this.#last.number;
    const key = `${status} ${refused} ${operation} ${isDocumented} ${period} ${limit} ${sender?.length} ${sender}`;
    const sort = { sender, status, refused, operation, isDocumented, period, limit };
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

  pageSize(index: number): number | undefined {
    return this.#pageSize.at(index);
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

  longestRetryAfter(index: number): number | undefined {
    return this.#longestRetryAfter.at(index);
  }

  clockOffset(index: number): ClockSpan | undefined {
    const [least, most] = [this.#leastOffset.at(index), this.#mostOffset.at(index)];
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
    one.isDocumented === other.isDocumented
  );
}

/** A view of one of them. */
class MeteredRow implements MeteredRequest {
  readonly #all: MeteredColumns;
  readonly #index: number;

  constructor(all: MeteredColumns, index: number) {
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

  get sender(): MeteredRequest['sender'] {
    return this.#all.sortOf(this.#index).sender;
  }

  get status(): number {
    return this.#all.sortOf(this.#index).status;
  }

  get refused(): boolean {
    return this.#all.sortOf(this.#index).refused;
  }

  get operation(): MeteredRequest['operation'] {
    return this.#all.sortOf(this.#index).operation;
  }

  get pageSize(): MeteredRequest['pageSize'] {
    return this.#all.pageSize(this.#index);
  }

  get isDocumented(): boolean {
    return this.#all.sortOf(this.#index).isDocumented;
  }

  get period(): MeteredRequest['period'] {
    return this.#all.sortOf(this.#index).period;
  }

  get limit(): MeteredRequest['limit'] {
    return this.#all.sortOf(this.#index).limit;
  }

  get remaining(): MeteredRequest['remaining'] {
    return this.#all.remaining(this.#index);
  }

  get reset(): MeteredRequest['reset'] {
    return this.#all.reset(this.#index);
  }

  get retryAfter(): MeteredRequest['retryAfter'] {
    return this.#all.retryAfter(this.#index);
  }

  get longestRetryAfter(): MeteredRequest['longestRetryAfter'] {
    return this.#all.longestRetryAfter(this.#index);
  }

  get clockOffset(): MeteredRequest['clockOffset'] {
    return this.#all.clockOffset(this.#index);
  }
}
