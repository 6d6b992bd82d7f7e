import { parseHttpDate } from '../contract/http-date.ts';
import { headerValue, type Exchange, type HeaderPair } from './exchange.ts';
import { largest } from './extremes.ts';
import type { HarEntry } from './har-shape.ts';

/** What tells when an entry took place. */
interface Timed {
  readonly entry: Pick<HarEntry, 'startedDateTime' | 'time' | 'timings'>;
  readonly answerHeaders: readonly HeaderPair[];
}

/** A day: no recording is longer, and sums of instants remain instants. */
const LONGEST_MS = 86_400_000;

/** The resolution of HTTP's dates, and of the coarsest clocks of recorders, in milliseconds. */
const SECOND_MS = 1_000;

/**
 * When entries took place, as spans: within each of them the service certainly met the request. Entries whose order the recorder did not
 * keep overlap. That is so of equal starts, of clocks of whole seconds, and of entries without a duration, which may have
 * ended at any time of the recording.
 *
 * @param isOfExport - the recorder writes when it exported, whatever the entries say
 * @returns for each entry undefined where nothing tells when it was: all of several start at once, which is when the file was written, and
 *   the response has no Date
 */
export function readTimes(all: readonly Timed[], isOfExport: boolean): (Exchange['times'] | undefined)[] {
  const starts = all.map(({ entry }) => Date.parse(entry.startedDateTime));
  const isAtOnce = all.length > 1 && new Set(starts).size === 1;
  if (isAtOnce || isOfExport) return all.map(timesByDate);
  const isCoarse = all.length > 1 && starts.every((start) => start % SECOND_MS === 0);
  const coarseness = isCoarse ? SECOND_MS : 0;
  const end = largest(all.map(({ entry }, index) => (starts[index] ?? 0) + (durationOf(entry) ?? 0))) + coarseness + 1;
  const single = all.map(({ entry }, index): Exchange['times'] => {
    const startedAt = starts[index] ?? 0;
    const duration = durationOf(entry);
    if (duration === undefined) return { startedAt, endedAt: end };
    const endedAt = startedAt + coarseness + duration;
    return { startedAt, answeredAt: endedAt - receivingOf(entry, duration), endedAt };
  });
  const latest = new Map<number, number>();
  for (const { startedAt, endedAt } of single)
    latest.set(startedAt, Math.max(latest.get(startedAt) ?? startedAt + 1, endedAt));
  const shared = new Set(starts.filter((start, index) => starts.indexOf(start) !== index));
  return single.map((times) => {
    const { startedAt } = times;
    return shared.has(startedAt) ? { startedAt, endedAt: latest.get(startedAt) ?? startedAt } : times;
  });
}

/** By the service's own clock, which is cut off to whole seconds and may have been read before or after the response was made. */
function timesByDate({ entry, answerHeaders }: Timed): Exchange['times'] | undefined {
  const date = parseHttpDate((headerValue(answerHeaders, 'Date') ?? '').trim(), Date.parse(entry.startedDateTime));
  if (date === undefined) return undefined;
  return { startedAt: date - SECOND_MS - (durationOf(entry) ?? 0), endedAt: date + 2 * SECOND_MS };
}

/** Undefined where the recorder did not keep it: nothing takes no time. */
function durationOf({ time }: Timed['entry']): number | undefined {
  return (time ?? 0) > 0 ? Math.min(LONGEST_MS, time ?? 0) : undefined;
}

function receivingOf({ timings }: Timed['entry'], duration: number): number {
  return Math.min(duration, Math.max(0, timings?.receive ?? 0));
}
