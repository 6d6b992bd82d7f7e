import type { EarlyEnd } from '../evidence/early-end.ts';
import type { DaySpending } from './day-bounds.ts';

/** Who is told how a run of the suites goes on. */
export interface SessionWatcher {
  /** `day`: what counts against the key's day; `waitedSeconds`: of the run so far. */
  onSent(count: number, day: DaySpending, waitedSeconds: number): void;
  /** `until` in milliseconds since 1970. */
  onWaiting(until: number, why: string): void;
  /** What the run sends and takes at most, in a sentence: before its first request, and again where that changes. */
  onBounds?(says: string): void;
  /** What the user should know before it happens, in a sentence. */
  onNote?(says: string): void;
  /** Nothing more is sent; `aborted`: not for want of requests. */
  onEndedEarly(end: EarlyEnd, aborted: boolean): void;
  /** The target could not be judged at all. */
  onFatal(message: string, hint: string): void;
}
