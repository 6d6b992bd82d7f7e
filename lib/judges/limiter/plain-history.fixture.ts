import { narrowClock } from '../../contract/clock-ahead.ts';
import type { CredentialRole } from '../../evidence/exchange.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import type { Batch } from './batch.ts';
import { readMeteredRequest, type MeteredRequest } from './metered-request.ts';

/** Concurrent requests, in plain lists that follow the definition. */
interface PlainBatch extends Batch {
  to: number;
  readonly requests: MeteredRequest[];
}

/**
 * A history in plain lists of plain objects, to compare with the one in columns. Of a log in which every request was answered, none
 * of them in front of the service, and every one belongs to a sender or none does.
 */
export function readPlainHistory(log: LimiterLog, role: CredentialRole): History {
  const requests = [...log.readings]
    .filter(({ exchange }) => exchange.request.credential === role && exchange.answer.status !== 401)
    .map((reading) => readMeteredRequest(reading, log.knowledge))
    .toSorted((a, b) => a.from - b.from);
  const { countedStatuses, uncountedStatuses, refundedStatuses } = readHistory(log, role);
  const clockOffset = narrowClock(requests.flatMap((request) => request.clockOffset ?? []));
  return {
    requests,
    batches: groupPlainly(requests),
    countedStatuses,
    uncountedStatuses,
    refundedStatuses,
    clockOffset,
  };
}

/** Each request joins all batches from the first one that holds a request which the limiter may have met after it. */
function groupPlainly(requests: readonly MeteredRequest[]): Batch[] {
  const batches: PlainBatch[] = [];
  for (const request of requests) {
    const first = batches.findIndex((batch) => batch.requests.some((one) => mayBeMetAfter(one, request)));
    const joined = first < 0 ? [] : batches.splice(first);
    const together = [...joined.flatMap((batch) => batch.requests), request];
    const to = together.reduce((latest, one) => Math.max(latest, one.to), -Infinity);
    batches.push({ from: together[0]?.from ?? 0, to, requests: together });
  }
  return batches;
}

/** Whether one that left before another may have met the limiter after it: not where one sender sent both, one after the other. */
function mayBeMetAfter(one: MeteredRequest, another: MeteredRequest): boolean {
  return one.to > another.from && (one.sender === undefined || one.sender !== another.sender);
}
