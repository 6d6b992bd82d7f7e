import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { PLANS } from '../contract/plans.ts';
import { headerValue, type Answer, type Exchange } from '../evidence/exchange.ts';
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

/** `Date` and Reset are whole seconds, and the two are taken at different instants. */
const ROUNDING_SECONDS = 2;

/** Without a `Date` the service's clock is unknown: as far as a clock may sensibly be off. */
const UNKNOWN_CLOCK_SECONDS = 300;

/** A minute window announced later than this is no rounding any more. */
const WINDOW_LEEWAY_SECONDS = 5;

/**
 * Reads the rate limit headers of an answer and holds them against each other and against the service's clock.
 * Source: specification, section 8; rule RATE-2.
 */
export function readRateLimit(
  { answer, times }: Exchange & { readonly answer: Answer },
  knowledge: Pick<Knowledge, 'windows' | 'plan'>,
): RateLimitReading {
  const { headers, status } = answer;
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
  if (reset !== undefined) {
    const clock = serviceClock(headers, times.answeredAt ?? times.endedAt);
    const minuteOnly = limit !== undefined && status !== 429 && isMinuteFigure(limit, knowledge.plan);
    const span = minuteOnly
      ? knowledge.windows.minute + WINDOW_LEEWAY_SECONDS
      : Math.max(knowledge.windows.day, knowledge.windows.minute);
    const ahead = reset - clock.seconds;
    if (ahead < -clock.leeway)
      faults.push(
        fault(
          RATE_LIMIT_HEADERS.reset,
          reset,
          `not in the past (the service's clock says ${Math.floor(clock.seconds)})`,
        ),
      );
    if (ahead > span + clock.leeway) {
      faults.push(
        fault(
          RATE_LIMIT_HEADERS.reset,
          reset,
          `within ${span} seconds (the service's clock says ${Math.floor(clock.seconds)})`,
        ),
      );
    }
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

/** The service's clock in seconds, from its `Date`; from ours, with much leeway, when it sends none. */
function serviceClock(headers: Answer['headers'], now: number): { seconds: number; leeway: number } {
  const date = Date.parse(headerValue(headers, 'Date') ?? '');
  return Number.isNaN(date)
    ? { seconds: now / 1_000, leeway: UNKNOWN_CLOCK_SECONDS }
    : { seconds: date / 1_000, leeway: ROUNDING_SECONDS };
}

/** Whether a limit can only be the figure of a minute: then its reset is at most a minute away. */
function isMinuteFigure(limit: number, plan: Knowledge['plan']): boolean {
  if (plan.perMinute !== undefined) return limit === plan.perMinute && limit !== plan.perDay;
  const days = Object.values(PLANS).map(({ perDay }): number => perDay);
  return Object.values(PLANS).some(({ perMinute }) => perMinute === limit) && !days.includes(limit);
}

function fault(name: string, value: number, expected: string): RateLimitReading['faults'][number] {
  return { says: `${name} is ${value}; it should be ${expected}`, expected, actual: `${name}: ${value}` };
}

function asInteger(value: number | undefined): bigint | undefined {
  return value === undefined || !Number.isInteger(value) ? undefined : BigInt(value);
}
