import { Column, HeadersColumn, OptionalColumn, SharedColumn, View } from './columns.ts';
import { UNRECORDED_BODY, type Answer, type Exchange, type HeaderPair, type SentRequest } from './exchange.ts';

/** What many exchanges have in common. */
interface Kind extends Pick<Exchange, 'failure' | 'probe'> {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** It is known when the answer began. */
  readonly isTimed: boolean;
}

/** An exchange with an answer. */
type Answered = Exchange & { readonly answer: Answer };

/** The largest id that a column of integers holds. */
const MOST_ID = 2 ** 31 - 1;

/**
 * The log of a run in columns: exchanges without bodies, of which a load run has a million, take about fifty bytes each. What recurs is
 * kept once.
 */
export class LeanExchanges {
  readonly ids = Column.ofIntegers();
  readonly startedAt = Column.ofNumbers();
  /** Where the answer began before the exchange ended. */
  readonly #answeredAt = new OptionalColumn();
  readonly endedAt = Column.ofNumbers();
  readonly requests = new SharedColumn<SentRequest>();
  readonly kinds = new SharedColumn<Kind>((kind) => JSON.stringify(kind), isSameKind);
  readonly senders = new SharedColumn<string | undefined>();
  readonly headers = new HeadersColumn();

  /** Whether the columns can hold everything that an exchange has. */
  static canHold({ id, request, answer, failure, retryOf, retried }: Exchange): boolean {
    if (id > MOST_ID || (retryOf ?? retried ?? (answer && failure)) !== undefined) return false;
    return !('bytes' in request.body) && (answer === undefined || !('bytes' in answer.body));
  }

  /** Adds an exchange; its answer stays without a body. @returns its row */
  push({ id, request, answer, failure, times: { startedAt, answeredAt, endedAt }, probe, sender }: Exchange): number {
    const row = this.ids.length;
    this.ids.push(id);
    this.startedAt.push(startedAt);
    this.#answeredAt.put(row, answeredAt === endedAt ? undefined : answeredAt);
    this.endedAt.push(endedAt);
    this.requests.push(request);
    const kind = { status: answer?.status, probe, isTimed: answeredAt !== undefined };
    this.kinds.push(failure === undefined ? kind : { ...kind, failure });
    this.senders.push(sender);
    this.headers.push(answer?.headers ?? []);
    return row;
  }

  /** A view of one of them, if it has an answer, and otherwise a copy. */
  at(row: number): Exchange {
    return this.kinds.at(row).status === undefined ? this.copy(row) : new LeanExchange(this, row);
  }

  /** One of them as a plain object. */
  copy(row: number): Exchange {
    const { status, failure, probe } = this.kinds.at(row);
    return {
      id: this.ids.at(row),
      request: this.requests.at(row),
      ...(status !== undefined && { answer: { status, headers: this.headers.at(row), body: UNRECORDED_BODY } }),
      ...(failure !== undefined && { failure }),
      times: this.times(row),
      probe,
      sender: this.senders.at(row),
    };
  }

  times(row: number): Exchange['times'] {
    const [startedAt, endedAt] = [this.startedAt.at(row), this.endedAt.at(row)];
    if (!this.kinds.at(row).isTimed) return { startedAt, endedAt };
    return { startedAt, answeredAt: this.#answeredAt.at(row) ?? endedAt, endedAt };
  }
}

function isSameKind(one: Kind, other: Kind): boolean {
  const isSame = one.status === other.status && one.probe === other.probe && one.isTimed === other.isTimed;
  return isSame && one.failure === other.failure;
}

/** A view of one of them. */
export class LeanExchange extends View<LeanExchanges> implements Answered {
  get id(): number {
    return this.all.ids.at(this.row);
  }

  get request(): SentRequest {
    return this.all.requests.at(this.row);
  }

  get answer(): Answer {
    return new LeanAnswer(this.all, this.row);
  }

  get times(): Exchange['times'] {
    return this.all.times(this.row);
  }

  get probe(): string | undefined {
    return this.all.kinds.at(this.row).probe;
  }

  get sender(): string | undefined {
    return this.all.senders.at(this.row);
  }
}

class LeanAnswer extends View<LeanExchanges> implements Answer {
  readonly body = UNRECORDED_BODY;
  #headers: HeaderPair[] | undefined;

  get status(): number {
    return this.all.kinds.at(this.row).status ?? 0;
  }

  get headers(): HeaderPair[] {
    return (this.#headers ??= this.all.headers.at(this.row));
  }
}
