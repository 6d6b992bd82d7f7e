import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { parseHttpDate } from '../contract/http-date.ts';
import { headerValue, headerValues, type Answer, type Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { readLimit, readRemaining, readReset, type HeaderReading } from '../shapes/rate-limit-headers.ts';

/** What the three rate limit headers of one answer say, and what is wrong with them. */
export interface RateLimitReading {
  readonly limit: bigint | undefined;
  readonly remaining: bigint | undefined;
  /** Unix seconds. */
  readonly reset: number | undefined;
  /** The headers that are not there, in the specification's spelling. */
  readonly missing: readonly string[];
  readonly faults: readonly { says: string; expected: string; actual: string }[];
  /** Spellings that can be understood but are not documented. */
  readonly lenient: readonly string[];
}

/** `Date` and Reset are whole seconds, and a gateway may write the one and the service behind it the other. */
const SKEW_SECONDS = 5;

/** Without a `Date` the service's clock is unknown: as far as a clock may sensibly be off. */
const UNKNOWN_CLOCK_SECONDS = 300;

/** A service that is said to live at another date may keep only its windows there: so far around that day its reset may be. */
const DECLARED_SECONDS = 2 * 86_400;

/**
 * Reads the rate limit headers of an answer and holds them against each other and against the service's clock.
 * Source: specification, section 8; rule RATE-2.
 */
export function readRateLimit(
  { answer, times }: Exchange & { readonly answer: Answer },
  knowledge: Pick<Knowledge, 'windows' | 'asOf'>,
): RateLimitReading {
  const { headers } = answer;
  const texts = Object.values(RATE_LIMIT_HEADERS).map((name) => ({ name, text: headerValue(headers, name) }));
  const readings = new Map<string, { text: string; reading: HeaderReading }>(
    texts.flatMap(({ name, text }) =>
      text === undefined ? [] : [[name, { text, reading: read(name, text) }] as const],
    ),
  );
  const value = (name: string) => {
    const one = readings.get(name)?.reading;
    return one?.ok === true ? one.value : undefined;
  };
  const [limit, remaining, reset] = [
    RATE_LIMIT_HEADERS.limit,
    RATE_LIMIT_HEADERS.remaining,
    RATE_LIMIT_HEADERS.reset,
  ].map(value);
  const faults = [...readings].flatMap(([name, { text, reading }]) =>
    reading.ok
      ? []
      : [{ says: `${name} is ${reading.fault}`, expected: EXPECTED[name] ?? 'an integer', actual: `${name}: ${text}` }],
  );
  if (limit !== undefined && limit < 1) faults.push(fault(RATE_LIMIT_HEADERS.limit, limit, 'at least 1'));
  if (limit !== undefined && remaining !== undefined && remaining > limit) {
    faults.push(fault(RATE_LIMIT_HEADERS.remaining, remaining, `at most the limit of ${limit}`));
  }
  const clock = serviceClock(headers, times.answeredAt ?? times.endedAt);
  if (reset !== undefined && !isAtDeclaredDate(reset, clock.seconds, knowledge)) {
    const now = `(the service's clock says ${Math.floor(clock.seconds)})`;
    const span = Math.max(knowledge.windows.day, knowledge.windows.minute);
    const ahead = reset - clock.seconds;
    if (ahead < -clock.leeway) faults.push(fault(RATE_LIMIT_HEADERS.reset, reset, `not in the past ${now}`));
    if (ahead > span + clock.leeway)
      faults.push(fault(RATE_LIMIT_HEADERS.reset, reset, `within ${span} seconds ${now}`));
  }
  return {
    limit: asInteger(limit),
    remaining: asInteger(remaining),
    reset,
    missing: texts.filter(({ text }) => text === undefined).map(({ name }) => name),
    faults,
    lenient: [...readings].flatMap(([name, { reading }]) =>
      reading.ok && reading.lenient !== undefined ? [`${name} is ${reading.lenient}`] : [],
    ),
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  [RATE_LIMIT_HEADERS.limit]: 'an integer of 1 or more',
  [RATE_LIMIT_HEADERS.remaining]: 'an integer from 0 to the limit',
  [RATE_LIMIT_HEADERS.reset]: 'a Unix time in seconds',
};

function read(name: string, text: string): HeaderReading {
  if (name === RATE_LIMIT_HEADERS.limit) return readLimit(text);
  return name === RATE_LIMIT_HEADERS.remaining ? readRemaining(text) : readReset(text);
}

/** The service's clock in seconds, from its `Date`; from ours, with much leeway, when it sends none or contradictory ones. */
function serviceClock(headers: Answer['headers'], now: number): { seconds: number; leeway: number } {
  const [date, another] = new Set(headerValues(headers, 'Date').map((value) => parseHttpDate(value.trim(), now)));
  return date === undefined || another !== undefined
    ? { seconds: now / 1_000, leeway: UNKNOWN_CLOCK_SECONDS }
    : { seconds: date / 1_000, leeway: SKEW_SECONDS };
}

/** Whether a reset lies around the date at which the service is said to live, where its clock is at another one. */
function isAtDeclaredDate(reset: number, now: number, { asOf }: Pick<Knowledge, 'asOf'>): boolean {
  const declared = Date.parse(asOf.slice(0, 10)) / 1_000;
  return Math.abs(now - declared) > DECLARED_SECONDS && Math.abs(reset - declared) <= DECLARED_SECONDS;
}

function fault(name: string, value: number, expected: string): RateLimitReading['faults'][number] {
  return { says: `${name} is ${value}; it should be ${expected}`, expected, actual: `${name}: ${value}` };
}

function asInteger(value: number | undefined): bigint | undefined {
  return value === undefined || !Number.isInteger(value) ? undefined : BigInt(value);
}
