import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { WINDOW_SECONDS } from '../contract/plans.ts';
import { parseHttpDate } from '../contract/http-date.ts';
import { headerValue, headerValues, type Answer, type Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { readLimit, readRemaining, readReset, type HeaderReading } from '../shapes/rate-limit-headers.ts';

/** What the three rate limit headers of one response say, and what is wrong with them. */
export interface RateLimitReading {
  readonly limit: bigint | undefined;
  readonly remaining: bigint | undefined;
  /** Unix seconds. */
  readonly reset: number | undefined;
  /** The headers that are not there, in the specification's spelling. */
  readonly missing: readonly string[];
  readonly faults: readonly HeaderFault[];
  /** What would be wrong if the service's clock, which is unknown, agreed with petvet's. */
  readonly doubts: readonly HeaderFault[];
  /** Spellings that can be understood but are not documented. */
  readonly lenient: readonly { readonly says: string; readonly place: string }[];
}

/** What is wrong with one of the headers. */
interface HeaderFault {
  readonly says: string;
  readonly expected: string;
  readonly actual: string;
  /** The kind, whatever the figure. */
  readonly fault: 'unreadable' | 'too small' | 'too large' | 'in the past' | 'too far ahead';
  /** The header. */
  readonly place: string;
}

/** `Date` and Reset are whole seconds, and a gateway may write one and the service behind it the other. */
const SKEW_SECONDS = 5;

/** Without a `Date` the service's clock is unknown: how far clocks are often off, and how far no configured clock can be. */
const UNKNOWN_CLOCK_SECONDS = 300;
const SENSELESS_SECONDS = 2 * 86_400;

/** A day on which clocks are set back has 25 hours; the day of a plan may be a calendar day. */
const LONGEST_DAY_SECONDS = 90_000;

/** A service that is said to live at another date may keep only its windows there: how far from that day its reset may be. */
const DECLARED_SECONDS = 2 * 86_400;

/**
 * Reads the rate limit headers of a response and compares them with each other and with the service's clock.
 * Source: specification, section 8; rule RATE-2.
 */
export function readRateLimit(
  { answer, times }: Pick<Exchange & { readonly answer: Answer }, 'answer' | 'times'>,
  knowledge: Pick<Knowledge, 'windows' | 'asOf'>,
): RateLimitReading {
  const { headers } = answer;
  const missing: string[] = [];
  const lenient: { says: string; place: string }[] = [];
  const faults: HeaderFault[] = [];
  const valueOf = (name: string, read: (text: string) => HeaderReading): number | undefined => {
    const text = headerValue(headers, name);
    if (text === undefined) missing.push(name);
    const one = text === undefined ? undefined : read(text);
    if (one?.ok === false)
      faults.push({
        says: `${name} is ${one.fault}`,
        expected: EXPECTED[name] ?? 'an integer',
        actual: `${name}: ${text}`,
        fault: 'unreadable',
        place: name,
      });
    if (one?.ok !== true) return one?.meant;
    if (one.lenient !== undefined) lenient.push({ says: `${name} is ${one.lenient}`, place: name });
    return one.value;
  };
  const limit = valueOf(RATE_LIMIT_HEADERS.limit, readLimit);
  const remaining = valueOf(RATE_LIMIT_HEADERS.remaining, readRemaining);
  const reset = valueOf(RATE_LIMIT_HEADERS.reset, readReset);
  if (limit !== undefined && limit < 1) faults.push(wrong(RATE_LIMIT_HEADERS.limit, limit, 'at least 1', 'too small'));
  if (limit !== undefined && remaining !== undefined && remaining > limit) {
    faults.push(wrong(RATE_LIMIT_HEADERS.remaining, remaining, `at most the limit of ${limit}`, 'too large'));
  }
  const doubts: HeaderFault[] = [];
  const clock = serviceClock(headers, times);
  if (reset !== undefined) {
    const { day, minute } = knowledge.windows;
    const span = Math.max(day === WINDOW_SECONDS.day ? LONGEST_DAY_SECONDS : day, minute);
    const ahead = reset - clock.seconds;
    const off = offBy(ahead, span);
    // Where the two clocks are apart, as that of a gateway and that of the service behind it, Date may be the one that is wrong.
    const isRightByOurs = offBy(reset - clock.ours, span) <= clock.leeway;
    if (off > clock.leeway && !isRightByOurs && !isAtDeclaredDate(reset, clock.seconds, knowledge)) {
      const now = `(${clock.isOurs ? "petvet's clock, as no Date tells the service's," : "the service's clock"} says ${Math.floor(clock.seconds)})`;
      const fault =
        ahead < 0
          ? wrong(RATE_LIMIT_HEADERS.reset, reset, `not in the past ${now}`, 'in the past')
          : wrong(RATE_LIMIT_HEADERS.reset, reset, `within ${span} seconds ${now}`, 'too far ahead');
      (clock.isOurs && off <= SENSELESS_SECONDS ? doubts : faults).push(fault);
    }
  }
  return {
    limit: asInteger(limit),
    remaining: asInteger(remaining),
    reset,
    missing,
    faults,
    doubts,
    lenient,
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  [RATE_LIMIT_HEADERS.limit]: 'an integer of 1 or more',
  [RATE_LIMIT_HEADERS.remaining]: 'an integer from 0 to the limit',
  [RATE_LIMIT_HEADERS.reset]: 'a Unix time in seconds',
};

/** By how many seconds a Reset is in the past, or beyond the window: 0 or less where it is valid. */
function offBy(ahead: number, span: number): number {
  return Math.max(-ahead, ahead - span);
}

/** The service's clock in seconds, from its `Date`; from ours, with much leeway, when it sends none or contradictory ones. Also returns ours. */
function serviceClock(
  headers: Answer['headers'],
  { startedAt, answeredAt, endedAt }: Exchange['times'],
): { seconds: number; leeway: number; isOurs: boolean; ours: number } {
  const now = answeredAt ?? endedAt;
  const ours = now / 1_000;
  const texts = headerValues(headers, 'Date');
  const date = texts[0] === undefined ? undefined : parseHttpDate(texts[0].trim(), now);
  const another =
    texts.length > 1 ? texts.map((text) => parseHttpDate(text.trim(), now)).find((one) => one !== date) : undefined;
  return date === undefined || another !== undefined
    ? { seconds: ours, leeway: UNKNOWN_CLOCK_SECONDS, isOurs: true, ours }
    : // The limiter may have set its headers when the request arrived, and Date when the response left.
      { seconds: date / 1_000, leeway: SKEW_SECONDS + (now - startedAt) / 1_000, isOurs: false, ours };
}

/** Whether a reset lies around the date at which the service is said to live, where its clock is at another one. */
function isAtDeclaredDate(reset: number, now: number, { asOf }: Pick<Knowledge, 'asOf'>): boolean {
  const declared = Date.parse(asOf.slice(0, 10)) / 1_000;
  return Math.abs(now - declared) > DECLARED_SECONDS && Math.abs(reset - declared) <= DECLARED_SECONDS;
}

function wrong(name: string, value: number, expected: string, fault: HeaderFault['fault']): HeaderFault {
  const says = `${name} is ${value}; it should be ${expected}`;
  return { says, expected, actual: `${name}: ${value}`, fault, place: name };
}

function asInteger(value: number | undefined): bigint | undefined {
  return value === undefined || !Number.isInteger(value) ? undefined : BigInt(value);
}
