import type { Target } from '../targets/target.ts';
import type { LaneName } from './lane.ts';
import type { LimitReading } from './limit-reading.ts';

/** A response that says to wait: a 429 to its caller, any other to everybody. */
export interface WaitHeard {
  readonly lane: LaneName;
  readonly reading: LimitReading;
}

const targets = new WeakMap<Target, readonly WaitHeard[]>();

/** Remembers what a response asks for. A wait concerns whoever sends next, and a command may open one wire to its target after the other. */
export function hearWait(target: Target, heard: WaitHeard): void {
  if ((heard.reading.retryAfter ?? 0) > 0) targets.set(target, [...waitsHeard(target, heard.reading.at), heard]);
}

/** The waits that are not over yet. @param now - milliseconds since 1970 */
export function waitsHeard(target: Target, now: number): readonly WaitHeard[] {
  return (targets.get(target) ?? []).filter(({ reading: { at, retryAfter = 0 } }) => at + retryAfter > now);
}
