import { counted } from '../report/verdict-words.ts';
import { backoffSeriesOf, growthOf, isConcurrent, type BackoffSeries, type Growth } from './backoff.ts';
import type { ClientFinding } from './finding.ts';
import type { ClientRequest } from './request-log.ts';
import { MOST_AT_THE_FLOOR } from './script.ts';

/** From this many requests during one wait on they are sent repeatedly. */
const REPEATEDLY = 2;

/** CLIENT-2: nothing is sent until Retry-After has passed, whatever it is. Source: section 8, "Behavior on exceeding", 2. */
export function judgeRetryAfter(log: readonly ClientRequest[]): ClientFinding {
  const rule = 'CLIENT-2';
  const asked = askedToWait(log);
  const early = log.find(isEarly);
  if (early !== undefined) {
    const refused = log.find(({ number }) => number === early.duringWaitOf);
    const after = seconds(early.arrivedAt - (refused?.endedAt ?? early.arrivedAt));
    const asking = `the 429 to #${early.duringWaitOf} with Retry-After: ${refused?.refusal?.retryAfter}`;
    const others = log.filter(isEarly).length - 1;
    return {
      rule,
      verdict: 'fail',
      says: `#${early.number} was sent ${after} after ${asking}${others === 0 ? '' : `; so were ${counted(others, 'other request')} before a Retry-After had passed`}`,
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
  const all = backoffSeriesOf(log).map((one) => ({ ...one, growth: growthOf(one) }));
  const longest = all.toSorted((a, b) => b.waits.length - a.waits.length)[0];
  if (longest === undefined) return { rule, verdict: 'not-exercised', says: noRepetition(log), requests: [] };
  const open = (one: BackoffSeries, why: string): ClientFinding => {
    const { waits, requests } = one;
    const after = `after ${counted(waits.length, 'refusal')}${waits.length > 1 ? ' in a row' : ''}`;
    return { rule, verdict: 'inconclusive', says: `${after} the waits were ${listed(one)}: ${why}`, requests };
  };
  if (isConcurrent(log))
    return open(longest, 'several requests were sent at the same time, so that none is the retry of another for sure');
  const good = all.find(({ growth }) => growth === 'grows');
  const atFloor = all.find(({ growth }) => growth === 'at-the-floor');
  const isReplaced = good !== undefined && atFloor !== undefined && !hidesBehind(good, atFloor);
  const bad =
    all.find(({ growth }) => growth === 'constant' || growth === 'linear') ??
    (isReplaced && atFloor.waits.length >= MOST_AT_THE_FLOOR ? atFloor : undefined);
  if (bad !== undefined)
    return {
      rule,
      verdict: 'fail',
      says: `after ${bad.waits.length} refusals in a row with Retry-After: ${bad.retryAfter} the waits were ${listed(bad)}: ${BAD[bad.growth] ?? 'they do not grow'}`,
      expected: 'waits that grow exponentially, with or without jitter',
      actual: listed(bad),
      requests: bad.requests,
    };
  if (isReplaced)
    return open(
      atFloor,
      `as long as was asked, though with Retry-After: ${good.retryAfter} they grew: ${listed(good)}`,
    );
  if (good !== undefined)
    return {
      rule,
      verdict: 'pass',
      says: `the waits after ${good.waits.length} refusals in a row grew: ${listed(good)}`,
      requests: good.requests,
    };
  if (atFloor !== undefined) return open(atFloor, 'as long as was asked, so that shorter ones that grow may be hidden');
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
      says: `${during.length} requests were sent while the 429 to #${refused.number} asked to wait ${refused.refusal?.retryAfter} s; a service may ban the key for that`,
      expected: 'no request during the wait',
      actual: `${during.length} requests during the wait`,
      requests: [refused.number, ...numbersOf(during)],
    };
  }
  if (asked.length === 0) return { rule, verdict: 'not-exercised', says: noRefusal(log), requests: [] };
  return {
    rule,
    verdict: 'pass',
    says: `nothing was sent repeatedly while ${asked.length === 1 ? 'a refusal' : `each of ${asked.length} refusals`} asked to wait`,
    requests: numbersOf(asked),
  };
}

const BAD: Partial<Record<Growth, string>> = {
  constant: 'they do not grow',
  linear: 'they grow by the same time each time, not exponentially',
};

/** Whether a backoff that grows, without a floor, stays within the floor for as many waits as were seen at it. */
function hidesBehind(good: BackoffSeries, atFloor: BackoffSeries): boolean {
  return good.waits.slice(0, atFloor.waits.length).every((wait) => wait <= 1_000 * atFloor.retryAfter);
}

function isEarly({ duringWaitOf, underWay }: ClientRequest): boolean {
  return duringWaitOf !== undefined && underWay !== true;
}

function askedToWait(log: readonly ClientRequest[]): ClientRequest[] {
  return log.filter(({ refusal }) => refusal !== undefined && refusal.retryAfter > 0);
}

function noRefusal(log: readonly ClientRequest[]): string {
  return log.length < 2
    ? 'the client sent one request; the first 429 comes at the second one'
    : 'no request with the key got a 429: the first one comes at the second request with the key';
}

function noRepetition(log: readonly ClientRequest[]): string {
  if (!log.some(({ refusal }) => refusal !== undefined)) return noRefusal(log);
  return 'the client sent no request again that had been refused';
}

const MOST_LISTED = 8;

function listed({ waits }: BackoffSeries): string {
  const some = waits.slice(0, MOST_LISTED).map((wait) => seconds(wait));
  return some.join(', ');
}

/** To a tenth of a second; to a hundredth where it is less than one. */
function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(milliseconds < 950 ? 2 : 1)} s`;
}

function numbersOf(requests: readonly ClientRequest[]): number[] {
  return requests.map(({ number }) => number);
}
