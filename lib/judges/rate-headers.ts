import { plainRetryAfterSeconds, RATE_LIMIT_HEADERS, RETRY_AFTER, retryAfterSeconds } from '../contract/headers.ts';
import { PLAN_FIGURES, WINDOW_LEEWAY_SECONDS } from '../contract/plans.ts';
import { headerValues } from '../evidence/exchange.ts';
import { isRefusedInFront } from '../evidence/refused-in-front.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import { errorFaults } from '../shapes/error-body.ts';
import { isGatewayTrouble, requestLine } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { readRateLimit, type RateLimitReading } from './rate-limit.ts';
import type { Reading } from './reading.ts';

/** What the rate limit headers of one answer show. Source: specification, sections 7 and 8. */
export const rateHeadersJudge: ExchangeJudge = {
  name: 'rate-headers',
  neededFor: 'bare-create-400',
  rules: ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-7'],
  judge: judgeRateHeaders,
};

/** Refusals that often come from in front of the service, whatever was sent. */
const OFTEN_IN_FRONT = new Set([405, 406, 408, 411, 413, 414, 417, 421, 425, 426, 431, 494]);

function judgeRateHeaders(reading: Reading, knowledge: JudgeKnowledge): Finding[] {
  const { exchange, expectation } = reading;
  const { status } = exchange.answer;
  if (expectation.operation === undefined || isGatewayTrouble(reading) || status >= 500) return [];
  if (isRefusedInFront(exchange.request, status) || OFTEN_IN_FRONT.has(status) || isHostileRefused(reading)) return [];
  if (isFiltered(reading)) return [];
  const rate = readRateLimit(exchange, knowledge);
  const findings = [
    ...judgePresence(reading, rate),
    ...judgeSense(reading, rate),
    ...judgePlan(reading, rate, knowledge),
  ];
  return status === 429 ? [...findings, judgeRetryAfter(reading)] : findings;
}

/** Hostile requests may never reach the service; responses to a bad key and over the limit are the service's own. */
function isHostileRefused({ exchange: { answer }, expectation }: Reading): boolean {
  const { status } = answer;
  return expectation.regularity === 'hostile' && status >= 400 && status !== 401 && status !== 429;
}

/**
 * A filter in front of the service may refuse what looks like an attack: with 403, which the specification does not have, or
 * with its own 400, whose body is not an Error.
 */
function isFiltered({ exchange: { answer }, expectation: { regularity, oddities }, body }: Reading): boolean {
  if (answer.status === 403) return regularity !== 'documented';
  const isLikely = answer.status === 400 && oddities.some(({ mayBeFiltered }) => mayBeFiltered === true);
  return isLikely && (body.kind !== 'json' || errorFaults(body.value).length > 0);
}

function judgePresence(reading: Reading, { missing }: RateLimitReading): Finding[] {
  const base = { rule: 'RATE-1', shownBy: [reading.exchange.id] } as const;
  if (missing.length === 0) return [makeFinding(base, 'pass', 'responses carry the three rate limit headers')];
  const [{ status }, lacking] = [reading.exchange.answer, missing.join(', ')];
  return [
    makeFinding(base, 'fail', `${requestLine(reading)} returned ${status} without ${lacking}`, {
      fault: `answered ${status} without ${lacking}`,
      expected: Object.values(RATE_LIMIT_HEADERS).join(', '),
      actual: `no ${missing.join(', no ')}`,
    }),
  ];
}

function judgeSense(reading: Reading, { limit, faults, doubts, lenient, missing }: RateLimitReading): Finding[] {
  const base = { rule: 'RATE-2', shownBy: [reading.exchange.id] } as const;
  // A caller without a valid key has no plan: its limit may be 0, and never reset.
  const hasNoPlan = reading.exchange.answer.status === 401 && (limit ?? 1n) < 1n;
  const [first] = faults.filter(
    ({ fault, place }) => !(hasNoPlan && (fault === 'too small' || place === RATE_LIMIT_HEADERS.reset)),
  );
  if (first !== undefined) {
    const { says, ...fields } = first;
    return [makeFinding(base, 'fail', says, fields)];
  }
  const [doubt] = doubts;
  if (doubt !== undefined) {
    const { says, ...fields } = doubt;
    return [makeFinding(base, 'inconclusive', says, fields)];
  }
  const [leniency] = lenient;
  if (leniency !== undefined)
    return [makeFinding(base, 'warn', leniency.says, { fault: 'another spelling', place: leniency.place })];
  return missing.length < 3 ? [makeFinding(base, 'pass', 'the rate limit headers make sense')] : [];
}

function judgePlan(
  { exchange, expectation }: Reading,
  { limit, reset }: RateLimitReading,
  { plan, windows }: JudgeKnowledge,
): Finding[] {
  const isPrimary = expectation.caller === 'valid' && exchange.request.credential === 'primary';
  if (!isPrimary || exchange.answer.status === 401 || limit === undefined || limit < 1n) return [];
  const base = { rule: 'RATE-3', shownBy: [exchange.id] } as const;
  const declared = [plan.perMinute, plan.perDay].filter((figure) => figure !== undefined);
  const figures = declared.length > 0 ? declared : PLAN_FIGURES;
  if (figures.some((figure) => BigInt(figure) === limit)) {
    return [makeFinding(base, 'pass', 'X-RateLimit-Limit matches the plan')];
  }
  const actual = `${RATE_LIMIT_HEADERS.limit}: ${limit}`;
  if (declared.length === 0) {
    return [
      makeFinding(
        base,
        'inconclusive',
        `${actual} is not a limit of the Free, Pro or Business plan; for an Enterprise key, give --plan enterprise and its limits`,
        { expected: figures.join(', '), actual, fault: 'another figure', place: RATE_LIMIT_HEADERS.limit },
      ),
    ];
  }
  const other = undeclaredPeriod(plan, windows, { reset, now: exchange.times.endedAt / 1_000 });
  if (other !== undefined) {
    const says = `${actual} is not the declared limit of the ${plan.name} plan; by its Reset it may be the limit per ${other}, which is not declared`;
    return [
      makeFinding(base, 'inconclusive', says, {
        actual,
        fault: `perhaps per ${other}`,
        place: RATE_LIMIT_HEADERS.limit,
      }),
    ];
  }
  return [
    makeFinding(base, 'fail', `${actual} is not a limit of the ${plan.name} plan`, {
      expected: declared.join(' or '),
      actual,
      fault: 'another figure',
      place: RATE_LIMIT_HEADERS.limit,
    }),
  ];
}

/** The window whose limit is not declared, where that of the other one is, and a Reset may be its end. @param now - in Unix seconds, by our clock */
function undeclaredPeriod(
  { perMinute, perDay }: JudgeKnowledge['plan'],
  { minute, day }: JudgeKnowledge['windows'],
  { reset, now }: { readonly reset: number | undefined; readonly now: number },
): 'minute' | 'day' | undefined {
  if ((perMinute === undefined) === (perDay === undefined) || reset === undefined) return undefined;
  const isBeyondMinute = reset - now > minute + WINDOW_LEEWAY_SECONDS;
  if (perMinute === undefined) return isBeyondMinute ? undefined : 'minute';
  return isBeyondMinute || reset % day === 0 ? 'day' : undefined;
}

function judgeRetryAfter({ exchange }: Reading): Finding {
  const values = headerValues(exchange.answer.headers, RETRY_AFTER).map((value) => value.trim());
  const value = values.join(', ');
  const base = { rule: 'RATE-7', shownBy: [exchange.id] } as const;
  const [single, another] = new Set(values);
  const once = another === undefined ? single : undefined;
  if (once !== undefined && retryAfterSeconds(once, exchange.times.endedAt) !== undefined)
    return makeFinding(base, 'pass', 'a 429 says how long to wait');
  const actual = values.length === 0 ? `no ${RETRY_AFTER}` : `${RETRY_AFTER}: ${value}`;
  const understood = once !== undefined && plainRetryAfterSeconds(once, exchange.times.endedAt) !== undefined;
  return makeFinding(base, understood ? 'warn' : 'fail', `a 429 came with ${actual}`, {
    expected: `${RETRY_AFTER}: seconds, or an HTTP date`,
    actual,
    fault: values.length === 0 ? 'missing' : 'unreadable',
    place: RETRY_AFTER,
  });
}
