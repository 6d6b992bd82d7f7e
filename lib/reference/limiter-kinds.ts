import type { MakeMeter } from './meter.ts';
import { alignedWindow, fixedWindow } from './meters/fixed-window.ts';
import { slidingLog } from './meters/sliding-log.ts';
import { tokenBucket } from './meters/token-bucket.ts';
import { weightedCounter } from './meters/weighted-counter.ts';

/** The kinds of limiter, by which the minute is kept. The specification leaves the kind open. */
export const LIMITER_KINDS = ['fixed', 'aligned', 'sliding-log', 'weighted', 'token-bucket'] as const;

/** A kind of limiter. */
export type LimiterKind = (typeof LIMITER_KINDS)[number];

/** The meters of every kind. A day is a fixed window whatever the minute is. */
export const METERS: Readonly<Record<LimiterKind, { readonly minute: MakeMeter; readonly day: MakeMeter }>> = {
  fixed: { minute: (limit, length) => fixedWindow(limit, length), day: (limit, length) => fixedWindow(limit, length) },
  aligned: { minute: alignedWindow, day: alignedWindow },
  'sliding-log': {
    minute: (limit, length) => slidingLog(limit, length),
    day: (limit, length) => fixedWindow(limit, length),
  },
  weighted: {
    minute: (limit, length) => weightedCounter(limit, length),
    day: (limit, length) => fixedWindow(limit, length),
  },
  'token-bucket': {
    minute: (limit, length) => tokenBucket(limit, length),
    day: (limit, length) => fixedWindow(limit, length),
  },
};
