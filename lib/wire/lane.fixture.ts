import { createLane, type Lane, type LaneOptions } from './lane.ts';
import type { LimitReading } from './limit-reading.ts';

/** The longest wait, in milliseconds. */
export const BOUND = 130_000;
/** In milliseconds since 1970. */
export const NOW = 1_795_000_000_000;

/** A lane with windows of a minute and no figures, unless told. */
export function aLane(over: Partial<LaneOptions> = {}): Lane {
  return createLane({
    window: 60_000,
    longestWait: BOUND,
    declared: {},
    assumed: {},
    dayShare: 1,
    minuteShare: 1,
    isOwn: true,
    random: () => 0,
    ...over,
  });
}

/** A request that leaves and is answered at the same instant. */
export function tell(lane: Lane, over: Partial<LimitReading>, at = over.at ?? NOW): void {
  lane.arrive(lane.leave(at, false), at, { at, refused: false, ...over });
}

/** Whether a request that is not part of a burst may leave. */
export const ask = (lane: Lane, now: number) => lane.ask(now, false);
