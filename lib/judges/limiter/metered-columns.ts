import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { Column, OptionalColumn, SharedColumn, View } from '../../evidence/columns.ts';
import { LeanSequence } from '../sequence.ts';
import type { MeteredRequest } from './metered-request.ts';

/** The values that many requests share. */
type Sort = Pick<MeteredRequest, (typeof SHARED)[number]>;

/** Only the last may be any text. */
const SHARED = ['status', 'refused', 'operation', 'pageSize', 'isDocumented', 'period', 'limit', 'sender'] as const;

/** The requests of a caller in columns: about sixty bytes each, as a run may have a million. */
export class MeteredColumns extends LeanSequence<MeteredRequest> {
  readonly numbers = Column.ofNumbers();
  readonly from = Column.ofNumbers();
  readonly to = Column.ofNumbers();
  readonly sorts = new SharedColumn<Sort>(
    (sort) => SHARED.map((name) => `${typeof sort[name]} ${sort[name]}`).join('\n'),
    isSameSort,
  );
  readonly remaining = new OptionalColumn();
  readonly reset = new OptionalColumn();
  readonly retryAfter = new OptionalColumn();
  readonly longestRetryAfter = new OptionalColumn();
  readonly leastOffset = new OptionalColumn();
  readonly mostOffset = new OptionalColumn();

  override get length(): number {
    return this.numbers.length;
  }

  protected override make(index: number): MeteredRequest {
    return new MeteredRow(this, index);
  }

  push(request: MeteredRequest): void {
    this.put(this.length, request);
  }

  /** Writes over the request at an index, or adds one at the end. */
  put(index: number, request: MeteredRequest): void {
    this.numbers.put(index, request.number);
    this.from.put(index, request.from);
    this.to.put(index, request.to);
    this.sorts.put(index, request);
    this.remaining.put(index, request.remaining);
    this.reset.put(index, request.reset);
    this.retryAfter.put(index, request.retryAfter);
    this.longestRetryAfter.put(index, request.longestRetryAfter);
    this.leastOffset.put(index, request.clockOffset?.least);
    this.mostOffset.put(index, request.clockOffset?.most);
  }
}

function isSameSort(one: Sort, other: Sort): boolean {
  const isSame = one.status === other.status && one.limit === other.limit && one.sender === other.sender;
  const isAlike = one.operation === other.operation && one.pageSize === other.pageSize && one.period === other.period;
  return isSame && isAlike && one.refused === other.refused && one.isDocumented === other.isDocumented;
}

/** A view of one of them. */
class MeteredRow extends View<MeteredColumns> implements MeteredRequest {
  get number(): number {
    return this.all.numbers.at(this.row);
  }

  get from(): number {
    return this.all.from.at(this.row);
  }

  get to(): number {
    return this.all.to.at(this.row);
  }

  get sender(): MeteredRequest['sender'] {
    return this.all.sorts.at(this.row).sender;
  }

  get status(): number {
    return this.all.sorts.at(this.row).status;
  }

  get refused(): boolean {
    return this.all.sorts.at(this.row).refused;
  }

  get operation(): MeteredRequest['operation'] {
    return this.all.sorts.at(this.row).operation;
  }

  get pageSize(): MeteredRequest['pageSize'] {
    return this.all.sorts.at(this.row).pageSize;
  }

  get isDocumented(): boolean {
    return this.all.sorts.at(this.row).isDocumented;
  }

  get period(): MeteredRequest['period'] {
    return this.all.sorts.at(this.row).period;
  }

  get limit(): MeteredRequest['limit'] {
    return this.all.sorts.at(this.row).limit;
  }

  get remaining(): MeteredRequest['remaining'] {
    return this.all.remaining.at(this.row);
  }

  get reset(): MeteredRequest['reset'] {
    return this.all.reset.at(this.row);
  }

  get retryAfter(): MeteredRequest['retryAfter'] {
    return this.all.retryAfter.at(this.row);
  }

  get longestRetryAfter(): MeteredRequest['longestRetryAfter'] {
    return this.all.longestRetryAfter.at(this.row);
  }

  get clockOffset(): ClockSpan | undefined {
    const { leastOffset, mostOffset } = this.all;
    const [least, most] = [leastOffset.at(this.row), mostOffset.at(this.row)];
    return least === undefined || most === undefined ? undefined : { least, most };
  }
}
