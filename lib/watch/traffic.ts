import type { Body } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import type { Observed, Sender } from './observed.ts';

/** The traffic of one sender over some time, in the order in which the requests left. */
export interface Segment {
  readonly sender: Sender;
  readonly observed: readonly Observed[];
  /** Milliseconds since 1970, by the clock of the traffic. */
  readonly from: number;
  readonly to: number;
}

/** When the traffic of a sender is judged, by the clock of the traffic, and how much of it is kept. */
export interface TrafficBounds {
  /** A segment is judged when it is this long: some windows, so that each shows how the limiter behaves. In milliseconds. */
  readonly longest: number;
  /** It is judged when nothing came for so long: by then every window of a minute has ended. In milliseconds. */
  readonly quiet: number;
  /** It is judged when it holds so many exchanges. */
  readonly most: number;
  /** Of all senders together: beyond that the one that was silent for the longest is judged at once. */
  readonly mostInAll: number;
  /** Of all bodies and targets together, in bytes: beyond that the sender who sent last is judged at once. */
  readonly mostBytes: number;
  readonly mostSenders: number;
}

export const TRAFFIC_BOUNDS: TrafficBounds = {
  longest: 180_000,
  quiet: 130_000,
  most: 1_500,
  mostInAll: 150_000,
  mostBytes: 64 * 1_048_576,
  mostSenders: 10_000,
};

/** A log is written when a response ends, by some gateways ten seconds later: what is older than this has been written. In milliseconds. */
const LATE_MS = 15_000;

/** How much traffic goes by between two looks for segments that are due, in milliseconds of its own clock. */
const LOOK_EVERY_MS = 1_000;

interface Pending {
  readonly sender: Sender;
  observed: Observed[];
  firstAt: number;
  lastAt: number;
}

/**
 * Traffic of many senders, cut into segments that are judged apart. Each begins and ends where no request of that sender was under way. Senders
 * are in the order in which they were last heard of.
 */
export class Traffic {
  readonly #bounds: TrafficBounds;
  readonly #pending = new Map<string, Pending>();
  #count = 0;
  #bytes = 0;
  #now = 0;
  #lookedAt = 0;

  constructor(bounds = TRAFFIC_BOUNDS) {
    this.#bounds = bounds;
  }

  /** What is kept for judging: senders and exchanges. */
  get kept(): { readonly senders: number; readonly exchanges: number } {
    return { senders: this.#pending.size, exchanges: this.#count };
  }

  /** Takes one exchange. @returns the segments that are due now */
  take(observed: Observed): Segment[] {
    const { startedAt, endedAt } = observed.exchange.times;
    const key = keyOf(observed.sender);
    const pending = this.#pending.get(key) ?? { sender: observed.sender, observed: [], firstAt: startedAt, lastAt: 0 };
    pending.observed.push(observed);
    pending.firstAt = Math.min(pending.firstAt, startedAt);
    pending.lastAt = Math.max(pending.lastAt, endedAt);
    this.#pending.delete(key);
    this.#pending.set(key, pending);
    this.#count++;
    this.#bytes += bytesOf(observed);
    // One clock that is far ahead must not end everybody's segments.
    this.#now = Math.max(this.#now, Math.min(endedAt, this.#now === 0 ? endedAt : this.#now + this.#bounds.longest));
    return [...this.#whole(key, pending), ...this.#beyondRoom(), ...this.#due()];
  }

  /** Time goes by without any traffic. @param milliseconds - since the last time that was told */
  passed(milliseconds: number): Segment[] {
    if (this.#now === 0) return [];
    this.#now += milliseconds;
    return this.#due();
  }

  /** What another account sent meanwhile, of those that are not judged yet: the one that sent the most. */
  besides({ sender, from, to }: Segment): readonly Observed[] {
    const meanwhile = [...this.#pending.values()]
      .filter((one) => one.sender.kind === 'account' && keyOf(one.sender) !== keyOf(sender))
      .filter(({ firstAt, lastAt }) => firstAt < to && lastAt > from)
      .map(({ observed }) =>
        observed.filter(({ exchange: { times } }) => times.startedAt >= from && times.endedAt <= to),
      );
    return meanwhile.toSorted((a, b) => b.length - a.length)[0] ?? [];
  }

  /** Everything that is left, at the end. */
  rest(): Segment[] {
    const all = [...this.#pending.values()].map(({ sender, observed }) => segmentOf(sender, inOrderOf(observed)));
    this.#pending.clear();
    this.#count = 0;
    this.#bytes = 0;
    return all;
  }

  #whole(key: string, pending: Pending): Segment[] {
    const { longest, most, mostBytes } = this.#bounds;
    if (this.#bytes > mostBytes) return this.#cut(key, pending, true);
    const isLong = this.#now - pending.firstAt > longest || pending.observed.length > most;
    return isLong ? this.#cut(key, pending, pending.observed.length > 2 * most) : [];
  }

  #beyondRoom(): Segment[] {
    const { mostInAll, mostSenders } = this.#bounds;
    if (this.#count <= mostInAll && this.#pending.size <= mostSenders) return [];
    const [silent] = this.#pending;
    return silent === undefined ? [] : this.#cut(silent[0], silent[1], true);
  }

  #due(): Segment[] {
    if (this.#now - this.#lookedAt < LOOK_EVERY_MS) return [];
    this.#lookedAt = this.#now;
    const { quiet } = this.#bounds;
    const segments: Segment[] = [];
    for (const [key, pending] of this.#pending) {
      if (this.#now - pending.lastAt <= quiet) break;
      for (const segment of this.#cut(key, pending, true)) segments.push(segment);
    }
    return segments;
  }

  /** Takes out what certainly ended before anything else of the sender began. @param isAll - whatever is there */
  #cut(key: string, pending: Pending, isAll: boolean): Segment[] {
    const inOrder = inOrderOf(pending.observed);
    const until = isAll ? inOrder.length : lastGap(inOrder, this.#now - LATE_MS);
    if (until === 0) return [];
    const [taken, left] = [inOrder.slice(0, until), inOrder.slice(until)];
    this.#count -= taken.length;
    for (const one of taken) this.#bytes -= bytesOf(one);
    if (left.length === 0) this.#pending.delete(key);
    else {
      pending.observed = left;
      pending.firstAt = left[0]?.exchange.times.startedAt ?? 0;
    }
    return [segmentOf(pending.sender, taken)];
  }
}

/** The bytes that the bodies and the target of an exchange take. */
function bytesOf({ exchange: { request, answer } }: Observed): number {
  return request.target.length + sizeOf(request.body) + sizeOf(answer?.body);
}

function sizeOf(body: Body | undefined): number {
  return body !== undefined && 'bytes' in body ? body.bytes.length : 0;
}

function keyOf(sender: Sender): string {
  return 'name' in sender ? `${sender.kind} ${sender.name}` : sender.kind;
}

function inOrderOf(all: readonly Observed[]): Observed[] {
  return all.toSorted((a, b) => a.exchange.times.startedAt - b.exchange.times.startedAt);
}

/** How many exchanges, from the first on, had all ended when the next one began, and before an instant; as many as possible. */
function lastGap(inOrder: readonly Observed[], before: number): number {
  let end = -Infinity;
  let gap = 0;
  for (const [index, { exchange }] of inOrder.entries()) {
    const { startedAt, endedAt } = exchange.times;
    if (startedAt >= before) return startedAt > end ? index : gap;
    if (startedAt > end) gap = index;
    end = Math.max(end, endedAt);
  }
  return end < before ? inOrder.length : gap;
}

function segmentOf(sender: Sender, inOrder: readonly Observed[]): Segment {
  return {
    sender,
    observed: inOrder,
    from: inOrder[0]?.exchange.times.startedAt ?? 0,
    to: largest(inOrder.map(({ exchange }) => exchange.times.endedAt)),
  };
}
