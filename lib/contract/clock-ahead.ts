/** By how many milliseconds another clock is ahead of ours: from and to. */
export interface ClockSpan {
  readonly least: number;
  readonly most: number;
}

/** Servers write one `Date` into the responses of a second or two, in milliseconds: uvicorn and Tomcat do. */
const CACHED_MS = 2_000;

/**
 * What a `Date` tells of the clock that wrote it: it has whole seconds, is written somewhere between sending and
 * receiving, and may have been kept for two seconds. Source: RFC 9110, section 6.6.1.
 *
 * @param written - the instant that it names; all in milliseconds since 1970
 * @param sent - when the request began, by our clock
 * @param received - when its answer came, by our clock
 */
export function clockAhead(written: number, sent: number, received: number): ClockSpan {
  return { least: written - received, most: written + 1_000 + CACHED_MS - sent };
}

/** What several spans of one clock tell together; undefined where there are none, or they contradict each other: then nobody knows. */
export function narrowClock(spans: Iterable<ClockSpan>): ClockSpan | undefined {
  let least = -Infinity;
  let most = Infinity;
  for (const span of spans) {
    least = Math.max(least, span.least);
    most = Math.min(most, span.most);
  }
  return least > -Infinity && least <= most ? { least, most } : undefined;
}
