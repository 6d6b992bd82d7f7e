import { largest, smallest } from '../../evidence/extremes.ts';
import { Column } from '../../evidence/columns.ts';
import { sequenceOf, type Sequence } from '../sequence.ts';
import type { MeteredRequest } from './metered-request.ts';

/** Requests of one caller that were on their way at the same time: their order is unknown. Mostly just one. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  readonly requests: readonly MeteredRequest[];
}

/** A batch that may still grow. */
interface GrowingBatch {
  /** The index of its first request. */
  readonly start: number;
  to: number;
  /** Its request that may have met the limiter last, and until when one of another sender may have. */
  last: Pick<MeteredRequest, 'to' | 'sender'>;
  others: number;
  /** Until when any request so far may have met the limiter. */
  latest: number;
}

/**
 * Groups requests that may have met the limiter in any order: each of them may have overlapped another one of its batch,
 * by the times between which it certainly met the limiter.
 *
 * @param requests - of one caller, in the order in which they left
 */
export function groupIntoBatches(requests: Sequence<MeteredRequest>): Sequence<Batch> {
  const [starts, ends] = [Column.ofIntegers(), Column.ofNumbers()];
  const close = ({ start, to }: GrowingBatch) => {
    starts.push(start);
    ends.push(to);
  };
  /** The last batches: those that may still grow. */
  let growing: GrowingBatch[] = [];
  for (const [index, request] of requests.entries()) {
    if ((growing.at(-1)?.latest ?? 0) <= request.from) {
      growing.forEach(close);
      growing = [openBatch(index, request, growing.at(-1)?.latest ?? 0)];
      continue;
    }
    let first = growing.length;
    for (let at = growing.length - 1; at >= 0 && (growing[at]?.latest ?? 0) > request.from; at--)
      if (mayFollow(growing[at], request)) first = at;
    const [batch, ...later] = growing.splice(first);
    if (batch === undefined) growing.push(openBatch(index, request, growing.at(-1)?.latest ?? 0));
    else {
      for (let at = later[0]?.start ?? index; at <= index; at++) addTo(batch, requests.at(at));
      growing.push(batch);
    }
  }
  growing.forEach(close);
  return sequenceOf(starts.length, (index) => {
    const next = index + 1 < starts.length ? starts.at(index + 1) : requests.length;
    const own = requests.slice(starts.at(index), next);
    return { from: own[0]?.from ?? 0, to: ends.at(index), requests: own };
  });
}

/**
 * The requests of a batch by the Reset that they announce, the soonest first: in a limiter whose windows follow one another they
 * came in that order, whatever their times leave open.
 */
export function splitByReset(batch: Batch, jitterSeconds: number): readonly Batch[] {
  const { requests } = batch;
  if (requests.length === 1) return [batch];
  const announced = requests
    .filter(({ reset }) => reset !== undefined)
    .toSorted((a, b) => (a.reset ?? 0) - (b.reset ?? 0));
  const groups: MeteredRequest[][] = [];
  for (const request of announced) {
    const last = groups.at(-1);
    if (last === undefined || (request.reset ?? 0) - (last[0]?.reset ?? 0) > jitterSeconds) groups.push([request]);
    else last.push(request);
  }
  if (groups.length < 2) return [batch];
  for (const request of requests) if (request.reset === undefined) groups.at(-1)?.push(request);
  return groups.map(batchOf);
}

/** One batch of requests, whatever their order. */
export function batchOf(requests: readonly MeteredRequest[]): Batch {
  return {
    from: smallest(requests.map(({ from }) => from)),
    to: largest(requests.map(({ to }) => to)),
    requests: requests.toSorted((a, b) => a.from - b.from),
  };
}

function openBatch(index: number, request: MeteredRequest, latest: number): GrowingBatch {
  const { to } = request;
  return { start: index, to, last: request, others: 0, latest: Math.max(to, latest) };
}

/** Whether the limiter may have met a request of that batch after this one. */
function mayFollow(batch: GrowingBatch | undefined, { from, sender }: MeteredRequest): boolean {
  if (batch === undefined) return false;
  const isOwn = sender !== undefined && batch.last.sender === sender;
  return (isOwn ? batch.others : batch.last.to) > from;
}

function addTo(batch: GrowingBatch, request: MeteredRequest | undefined): void {
  if (request === undefined) return;
  batch.to = Math.max(batch.to, request.to);
  batch.latest = Math.max(batch.latest, request.to);
  const isOwn = request.sender !== undefined && batch.last.sender === request.sender;
  if (isOwn) batch.last = request.to > batch.last.to ? request : batch.last;
  else if (request.to > batch.last.to) {
    batch.others = Math.max(batch.others, batch.last.to);
    batch.last = request;
  } else batch.others = Math.max(batch.others, request.to);
}
