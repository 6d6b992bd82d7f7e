import { largest, smallest } from '../evidence/extremes.ts';
import { counted } from '../text/counted.ts';
import { growthOf, isAtFloor, isOneRow, type BackoffSeries, type Growth } from './backoff.ts';
import type { ClientFinding } from './finding.ts';
import { chanceHidden } from './hidden-waits.ts';
import type { ClientRequest } from './request-log.ts';
import { STALL_MS } from './regular-waits.ts';
import { secondsOf } from './seconds-of.ts';
import { backoffSeriesOf, isConcurrent } from './refused-rows.ts';

/** From this many requests during one wait on they are sent repeatedly. */
const REPEATEDLY = 2;

/** CLIENT-2: nothing is sent until Retry-After has passed, whatever it is. Source: section 8, "Behavior on exceeding", 2. */
export function judgeRetryAfter(log: readonly ClientRequest[]): ClientFinding {
  const rule = 'CLIENT-2';
  const asked = askedToWait(log);
  const early = log.find(isEarly);
  if (early !== undefined) {
    const refused = log.find(({ number }) => number === early.duringWaitOf);
    const after = secondsOf(early.arrivedAt - (refused?.endedAt ?? early.arrivedAt));
    const asking = `the 429 to #${early.duringWaitOf} with Retry-After: ${refused?.refusal?.retryAfter}`;
    const others = log.filter(isEarly).length - 1;
    return {
      rule,
      verdict: 'fail',
      says: `#${early.number} was sent ${after} after ${asking}${others === 0 ? '' : `; so ${others === 1 ? 'was' : 'were'} ${counted(others, 'other request')} before a Retry-After had passed`}`,
      expected: `no request for ${refused?.refusal?.retryAfter} s`,
      actual: `a request after ${after}`,
      requests: [early.duringWaitOf ?? 0, ...numbersOf(log.filter(isEarly))],
    };
  }
  if (asked.length === 0) return { rule, verdict: 'not-exercised', says: noRefusal(log), requests: [] };
  return {
    rule,
    verdict: 'pass',
    says: `no request was sent before Retry-After had passed, after ${counted(asked.length, 'refusal')}`,
    requests: numbersOf(asked),
  };
}

/** CLIENT-3: repeated refusals are met with waits that grow exponentially. Source: section 8, "Behavior on exceeding", 2. */
export function judgeBackoff(log: readonly ClientRequest[]): ClientFinding {
  const rule = 'CLIENT-3';
  const all = backoffSeriesOf(log).map((one, _index, { length }) => ({ ...one, growth: growthOf(one, length) }));
  const longest = all.toSorted((a, b) => b.waits.length - a.waits.length)[0];
  if (longest === undefined) return { rule, verdict: 'not-exercised', says: noRepetition(log), requests: [] };
  const open = (one: BackoffSeries, why: string): ClientFinding => {
    const says = `after ${refusals(one)} the waits were ${listed(one)}: ${why}`;
    return { rule, verdict: 'inconclusive', says, requests: one.requests };
  };
  if (isConcurrent(log))
    return open(longest, 'several requests were sent at the same time, so petvet cannot tell which one is a retry');
  const good = all.find(({ growth, keepsRetryAfter }) => growth === 'grows' && keepsRetryAfter);
  const atFloor = all
    .toSorted((a, b) => b.waits.length - a.waits.length)
    .find((one) => one.growth === 'at-the-floor' && !all.some((other) => isLonger(other, one)));
  const inLine = all.find(({ growth }) => growth === 'in-line');
  const hidden = good === undefined || atFloor === undefined ? 1 : chanceHidden(good, atFloor);
  const bad =
    all.find((one) => one.growth === 'linear' || (one.growth === 'constant' && !isBoundOf(one, good))) ??
    (hidden <= RARE ? atFloor : undefined);
  if (bad !== undefined)
    return {
      rule,
      verdict: 'fail',
      says: `after ${refusals(bad)} with Retry-After: ${bad.retryAfter} the waits were ${listed(bad)}: ${BAD[bad.growth] ?? `Retry-After replaced the backoff, which with Retry-After: ${good?.retryAfter ?? 0} grew: ${listed(good ?? bad)}`}`,
      expected: 'waits that grow exponentially, with or without jitter',
      actual: listed(bad),
      requests: bad.requests,
    };
  if (hidden < LIKELY && good !== undefined && atFloor !== undefined)
    return open(
      atFloor,
      `exactly as long as Retry-After, though with Retry-After: ${good.retryAfter} they grew: ${listed(good)}`,
    );
  if (inLine !== undefined)
    return open(inLine, 'they grow by a fixed amount, as far as so few tell, or end at a bound of the client');
  if (good !== undefined)
    return {
      rule,
      verdict: 'pass',
      says: `the waits after ${refusals(good)} grew: ${listed(good)}`,
      requests: good.requests,
    };
  if (atFloor !== undefined)
    return open(atFloor, 'they end when Retry-After or X-RateLimit-Reset says, which may hide shorter ones that grow');
  if (all.every(({ waits }) => waits.length === 1))
    return open(longest, 'a client that sends a request twice has one wait, which does not show whether they grow');
  return open(
    longest,
    longest.waits.length < 3 ? 'too few to tell whether they grow' : 'neither steady nor clearly growing',
  );
}

/** CLIENT-4: no repeated sending after a 429, which may lead to a ban. Source: section 8, "Behavior on exceeding", 3. */
export function judgeInsisting(log: readonly ClientRequest[]): ClientFinding {
  const rule = 'CLIENT-4';
  const asked = askedToWait(log);
  for (const refused of asked) {
    const during = log.filter((one) => isEarly(one) && one.duringWaitOf === refused.number);
    if (during.length < REPEATEDLY) continue;
    return {
      rule,
      verdict: 'fail',
      says: `${during.length} requests were sent while the 429 to #${refused.number} said to wait ${refused.refusal?.retryAfter} s; a service may ban the key for that`,
      expected: 'no request during the wait',
      actual: `${during.length} requests during the wait`,
      requests: [refused.number, ...numbersOf(during)],
    };
  }
  if (asked.length === 0) return { rule, verdict: 'not-exercised', says: noRefusal(log), requests: [] };
  return {
    rule,
    verdict: 'pass',
    says: `nothing was sent repeatedly while ${asked.length === 1 ? 'a refusal' : `each of ${asked.length} refusals`} said to wait`,
    requests: numbersOf(asked),
  };
}

const BAD: Partial<Record<Growth, string>> = {
  constant: 'they do not grow',
  linear: 'they grow by a fixed amount, not exponentially',
};

/** Waits that Retry-After hides no oftener than this are not hidden; those that it hides oftener than `LIKELY` may well be. */
const RARE = 1 / 1_000;
const LIKELY = 0.1;

/** Whether waits after the same Retry-After are longer than that. */
function isLonger({ waits, retryAfter }: BackoffSeries, atFloor: BackoffSeries): boolean {
  return retryAfter === atFloor.retryAfter && !isAtFloor(largest(waits), 1_000 * retryAfter + STALL_MS);
}

/** Whether steady waits are the bound of a backoff that grew before, and does not begin anew with each request. */
function isBoundOf(steady: BackoffSeries, good: BackoffSeries | undefined): boolean {
  return (
    good !== undefined &&
    (good.requests[0] ?? 0) < (steady.requests[0] ?? 0) &&
    smallest(steady.waits) >= 0.9 * largest(good.waits)
  );
}

function isEarly({ duringWaitOf, underWay }: ClientRequest): boolean {
  return duringWaitOf !== undefined && underWay !== true;
}

function askedToWait(log: readonly ClientRequest[]): ClientRequest[] {
  return log.filter(({ refusal }) => refusal !== undefined && refusal.retryAfter > 0);
}

function noRefusal(log: readonly ClientRequest[]): string {
  return log.length === 0
    ? 'it was run in no situation in which it is refused'
    : 'no request with the key got a 429: the first one is sent to the second request with the key';
}

function noRepetition(log: readonly ClientRequest[]): string {
  if (!log.some(({ refusal }) => refusal !== undefined)) return noRefusal(log);
  return 'the client did not retry any refused request';
}

const MOST_LISTED = 8;

function listed({ waits, places }: BackoffSeries): string {
  const some = waits.slice(0, MOST_LISTED).map((wait, index) => {
    const between = index === 0 ? '' : places[index] === 0 ? '; ' : ', ';
    return `${between}${secondsOf(wait)}`;
  });
  return some.join('');
}

/** How often, and in how many rows, requests were refused before these waits. */
function refusals(series: BackoffSeries): string {
  const { waits, places } = series;
  const after = counted(waits.length, 'refusal');
  if (waits.length === 1) return after;
  return isOneRow(series) ? `${after} in a row` : `${after} in ${places.filter((place) => place === 0).length} rows`;
}

function numbersOf(requests: readonly ClientRequest[]): number[] {
  return requests.map(({ number }) => number);
}
