import { clockAhead } from '../contract/clock-ahead.ts';
import { askedWait, createWaitReader, type WaitReader } from '../contract/asked-wait.ts';
import { digitsOfLimit, onceOf, RATE_LIMIT_HEADERS, RETRY_AFTER, unitOfWait } from '../contract/headers.ts';
import { WINDOW_LEEWAY_SECONDS } from '../contract/plans.ts';
import { headerValue, headerValues, type Answer } from '../evidence/exchange.ts';

/** What one answer says about the caller's limit, in our own clock. What makes no sense is left out: it is evidence, not advice. */
export interface LimitReading {
  /** When the answer was received, in milliseconds since 1970. */
  readonly at: number;
  /** The request was refused with 429. */
  readonly refused: boolean;
  readonly limit?: number;
  readonly remaining?: number;
  /** When the limit resets, in milliseconds since 1970 of our clock, where that lies within the minute window. */
  readonly resetAt?: number;
  /** The same where it lies beyond the minute window, but within the day's. */
  readonly farResetAt?: number;
  /** How long the answer asks to wait, in milliseconds; infinite where no number can hold it. */
  readonly retryAfter?: number;
  /** It was sent in front of the service: it says nothing about the limit, and the service did not count the request. */
  readonly inFront?: true;
  /** The Remaining and Limit of such an answer: nobody knows whose figures these are. */
  readonly saidInFront?: { readonly limit: number; readonly remaining: number };
  /** The status of the answer, where it asks to wait. */
  readonly status?: number;
}

/**
 * Reads the limit headers of an answer.
 *
 * @param times - when the request began and its answer came, milliseconds since 1970
 * @param windows - lengths in seconds; a Reset beyond the minute is not a reason to wait now, one beyond the day makes no sense
 * @param isMeant - says which Retry-After is to be kept, by the responses before; by default as of a first response
 */
export function readLimit(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { startedAt, answeredAt }: { startedAt: number; answeredAt: number },
  windows: { readonly minute: number; readonly day: number },
  isMeant: WaitReader = createWaitReader(),
): LimitReading {
  const limit = wholeNumber(digitsOfLimit(headerValue(headers, RATE_LIMIT_HEADERS.limit) ?? ''));
  const remaining = wholeNumber(headerValue(headers, RATE_LIMIT_HEADERS.remaining));
  const written = writtenAt(headerValue(headers, 'Date'));
  const skew = clockSkew(written, startedAt, answeredAt);
  const resets = resetsOf(onceOf(headerValue(headers, RATE_LIMIT_HEADERS.reset) ?? '').single, answeredAt, skew);
  const leeway = WINDOW_LEEWAY_SECONDS * 1_000;
  const within = (seconds: number) =>
    resets.find((instant) => instant >= answeredAt - leeway && instant <= answeredAt + seconds * 1_000 + leeway);
  const resetAt = within(windows.minute);
  const farResetAt = resetAt === undefined ? within(windows.day) : undefined;
  const asked = askedWait(headerValues(headers, RETRY_AFTER), written ?? answeredAt);
  const opens = resetAt ?? farResetAt;
  const untilReset = opens === undefined ? undefined : opens - answeredAt;
  const wait = asked !== undefined && isMeant(status, asked, { remaining, untilReset }) ? asked : undefined;
  return {
    at: answeredAt,
    refused: status === 429,
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetAt !== undefined && { resetAt }),
    ...(farResetAt !== undefined && { farResetAt }),
    ...(wait !== undefined && {
      status,
      retryAfter: meant(wait, status !== 429 || resetAt === undefined ? undefined : resetAt - answeredAt),
    }),
  };
}

/**
 * The instants that a Reset may stand for. A number of seconds to wait is not what the specification says, but many limiters send it, and what
 * is meant is plain: a careful client respects it. A 0 means no wait, or a field that nobody filled in.
 */
function resetsOf(text: string, answeredAt: number, skew: number): readonly number[] {
  if (/^[1-9]\d{0,4}$/.test(text)) return [answeredAt + Number(text) * 1_000];
  if (!/^\d{9,11}(\.\d+)?$/.test(text)) return [];
  return [Number(text) * 1_000 - skew, Number(text) * 1_000];
}

/** What an answer from in front of the service tells: when it was received, and whether to wait. Its figures may be another caller's. */
export function withoutFigures({ at, refused, retryAfter, status, limit, remaining }: LimitReading): LimitReading {
  const asks = { ...(retryAfter !== undefined && { retryAfter }), ...(status !== undefined && { status }) };
  const saidInFront = limit === undefined || remaining === undefined ? undefined : { limit, remaining };
  return { at, refused, inFront: true, ...asks, ...(saidInFront !== undefined && { saidInFront }) };
}

/** A wait in milliseconds. After a 429 it is read as milliseconds or nanoseconds where Reset shows that it is: else the run would end there. */
function meant(wait: number, untilReset: number | undefined): number {
  return untilReset !== undefined && unitOfWait(wait / 1_000, untilReset) !== undefined ? untilReset : wait;
}

/**
 * When the service's clock wrote the response, by its Date header. A Retry-After that names an instant is by the same clock: counted from here the
 * wait is too long by a second rather than too short by what that clock is behind ours.
 */
function writtenAt(date: string | undefined): number | undefined {
  const written = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(written) ? undefined : written;
}

/** How far the service's clock is ahead of ours, in milliseconds, by its Date: zero where no skew is needed, else the smallest one. */
function clockSkew(written: number | undefined, startedAt: number, answeredAt: number): number {
  if (written === undefined) return 0;
  const { least, most } = clockAhead(written, startedAt, answeredAt);
  return least <= 0 && most >= 0 ? 0 : least;
}

function wholeNumber(text: string | undefined): number | undefined {
  const { single } = onceOf(text ?? '');
  return /^\d{1,15}$/.test(single) ? Number(single) : undefined;
}
