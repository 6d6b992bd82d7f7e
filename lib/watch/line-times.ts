import { presentAt } from './line-members.ts';
import type { LogMapping } from './log-mapping.ts';
import type { Observed } from './observed.ts';

/** @returns between which instants a place of the lines tells no difference, in milliseconds */
export type ResolutionAt = (place: string, instant: number) => number;

/**
 * The smallest differences that times in a log tell, in milliseconds: with anything less the order of two requests is not known. As long as all
 * times are of whole seconds or milliseconds, the clock is taken for one that writes no more.
 */
const RESOLUTIONS_MS = [1_000, 1, 0.001] as const;

/** Between which instants the service certainly met the request: as far as the log's clock tells. */
export function timesIn(
  entry: unknown,
  { begins, ends, lasts }: LogMapping,
  resolutionAt: ResolutionAt,
): Observed['exchange']['times'] | undefined {
  const [start, end] = [instantAt(entry, begins), instantAt(entry, ends)];
  const took = durationAt(entry, lasts);
  const startedAt = start ?? (end === undefined || took === undefined ? undefined : end - took);
  const endedAt = end ?? (start === undefined || took === undefined ? undefined : start + took);
  if (startedAt === undefined || endedAt === undefined || !isInstant(startedAt) || !isInstant(endedAt))
    return undefined;
  const apart = start === undefined ? resolutionAt(ends?.at ?? '', endedAt) : resolutionAt(begins?.at ?? '', start);
  const until = Math.max(startedAt, endedAt) + apart;
  return { startedAt: startedAt - apart, answeredAt: until, endedAt: until };
}

/** The finest of the times so far, by place: a clock of milliseconds writes a whole second as well. */
export function resolutions(): ResolutionAt {
  const finest = new Map<string, number>();
  return (place, instant) => {
    const own = RESOLUTIONS_MS.find((unit) => Math.abs(instant / unit - Math.round(instant / unit)) < LEAST_PART);
    const resolution = Math.min(finest.get(place) ?? Infinity, own ?? 0.001);
    finest.set(place, resolution);
    return resolution;
  };
}

/** What a number of 64 bits cannot tell, of a millisecond since 1970. */
const LEAST_PART = 1e-3;

const MILLISECONDS = { s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 } as const;

function instantAt(entry: unknown, place: LogMapping['begins']): number | undefined {
  const written = place === undefined ? undefined : presentAt(entry, place.at);
  if (place === undefined || written === undefined) return undefined;
  const number = Number(written);
  if (place.unit === 'iso' || Number.isNaN(number)) return Date.parse(written);
  return number * MILLISECONDS[place.unit];
}

function durationAt(entry: unknown, place: LogMapping['lasts']): number | undefined {
  const written = place === undefined ? undefined : presentAt(entry, place.at);
  return place === undefined || written === undefined ? undefined : Number(written) * MILLISECONDS[place.unit];
}

/** Between 2000 and 3000: anything else is in another unit. */
function isInstant(instant: number): boolean {
  return instant > 946_684_800_000 && instant < 32_503_680_000_000;
}
