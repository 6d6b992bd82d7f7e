/** By how many milliseconds another clock is ahead of ours: from and to. */
export interface ClockSpan {
  readonly least: number;
  readonly most: number;
}

/**
 * What a `Date` tells of the clock that wrote it: it has whole seconds, and is written somewhere between sending and
 * receiving. Source: RFC 9110, section 6.6.1.
 *
 * @param written - the instant that it names; all in milliseconds since 1970
 * @param sent - when the request began, by our clock
 * @param received - when its answer came, by our clock
 */
export function clockAhead(written: number, sent: number, received: number): ClockSpan {
  return { least: written - received, most: written + 1_000 - sent };
}
