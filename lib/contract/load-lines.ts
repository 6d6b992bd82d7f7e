import { RATE_LIMIT_HEADERS, RETRY_AFTER } from './headers.ts';

/**
 * The words that the short lines of a load script begin with. A script writes two for each request, so that what left is known even
 * where the run is cut off, and each says only what differs from the request of the same virtual user before:
 *
 * - `["D" or "d", key, from, late, target, scenario?, window?, caller?]` when it leaves. `from` is an instant in milliseconds since 1970
 *   after `D`, else since the `from` before; `late` is what is to be added to get the instant of the schedule. `target` is the text
 *   `GET /pets` the first time, and from then on its number in the order of the first times. The last three stand there where one of
 *   them differs.
 * - `["s", key, took, status, duration, waiting, …headers]` when its response is there, all times in milliseconds. Of the headers, in
 *   the order of `SAMPLE_HEADERS`, 0 is "as before", any other number is added to the number before, null is "there is none", and
 *   those at the end that are as before are left out; of Date a number is the seconds since that of the response. Where there was no
 *   response, `{error, code}` stands there instead.
 *
 * `first` refers to nothing before: neither the instant, nor targets, place or headers. A reader takes no line for which it misses one before.
 */
export const SHORT_LINES = { first: 'D', next: 'd', response: 's' } as const;

/** Headers that a sample keeps: those that tell of the limit, and the clock that wrote them. */
export const SAMPLE_HEADERS: readonly string[] = [
  ...Object.values(RATE_LIMIT_HEADERS),
  RETRY_AFTER,
  'Date',
  'Content-Type',
  'Content-Length',
];

/** The number that a header's text is, where the number says it all; else undefined. */
export function plainNumber(text: string | null): number | undefined {
  return text !== null && /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

/** A Date header by its distance from an instant. @param at - milliseconds since 1970 @param seconds - from the second of that on */
export function dateAfter(at: number, seconds: number): string {
  return new Date((Math.floor(at / 1_000) + seconds) * 1_000).toUTCString();
}
