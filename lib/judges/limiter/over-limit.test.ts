import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const SORTS: readonly Pick<LoggedRequest, 'method' | 'target'>[] = [{}, { target: '/pets/1' }];

/** A window that is used up, some of it by bodies that get 400; after it some that get one status, with nothing left, and the next window. */
function refusedWith(status: number, of: readonly (typeof SORTS)[number][] = SORTS): LoggedRequest[] {
  const used = Array.from({ length: 60 }, (_, index): LoggedRequest => {
    const sort = index % 10 === 4 ? { method: 'POST', target: '/pets', status: 400 } : (SORTS[index % 2] ?? {});
    return { ...sort, at: index * 100, remaining: 59 - index, resetIn: 60 - index / 10 };
  });
  const refused = Array.from({ length: 3 }, (_, index): LoggedRequest => {
    const at = 6_000 + index * 100;
    return { ...of[index % of.length], at, status, remaining: 0, resetIn: 60 - at / 1_000 };
  });
  return [...used, ...refused, { at: 61_000, remaining: 59, resetIn: 60 }];
}

const violations = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict, says }) => (verdict === 'fail' ? [`${rule}: ${says}`] : []));

describe('requests over the limit that get another status than 429', () => {
  it.each([400, 401, 402, 403, 420, 500, 503])('%i were not admitted', (status) => {
    expect(violations(refusedWith(status))).toEqual([`RATE-5: requests over the limit got ${status}, not 429`]);
  });

  it('404 are refusals where lists get it; a pet may be gone', () => {
    expect(violations(refusedWith(404, [{}]))).toEqual(['RATE-5: requests over the limit got 404, not 429']);
    expect(violations(refusedWith(404, [{ target: '/pets/1' }])).join()).not.toContain('404');
  });

  it('401 tell of the key, where it was never served again', () => {
    expect(violations(refusedWith(401).slice(0, -1))).toEqual([]);
  });
});

/** A bucket of which one unit comes back each second, and Reset is when: it is used up, and the last of a burst get other statuses. */
function bucketUsedUp(statuses: readonly number[], remaining = 0): LoggedRequest[] {
  const used = Array.from({ length: 58 }, (_, index): LoggedRequest => {
    return { at: index * 10, remaining: 59 - index, resetIn: 0.4 };
  });
  const burst = [200, 200, ...statuses].map((status, index): LoggedRequest => {
    const left = status === 200 ? 1 - index : remaining;
    return { at: 600 + index, takes: 20, status, remaining: left, resetIn: 0.4 };
  });
  return [...used, ...burst, { at: 5_000, remaining: 3, resetIn: 0.4 }];
}

describe('requests over the limit of a bucket that announces its next unit', () => {
  it.each([500, 503])('that get %i, and say that nothing remains, were not admitted', (status) => {
    expect(violations(bucketUsedUp([status, status, status]))).toEqual([
      `RATE-5: requests over the limit got ${status}, not 429`,
    ]);
  });

  it('are no violation where the service is in trouble with what is within the limit, or says nothing of it', () => {
    expect(violations(bucketUsedUp([503, 503, 503], 4)).join()).not.toContain('RATE-5');
    expect(violations(bucketUsedUp([503])).join()).not.toContain('RATE-5');
    expect(violations(bucketUsedUp([404, 404, 404])).join()).not.toContain('RATE-5');
  });
});

/** A sliding log that is used up, some refusals, and what comes back after a window, of requests from before them and, a window later, after them. */
function slidingLog(refusal: Partial<LoggedRequest>): LoggedRequest[] {
  const used: number[] = [];
  const served = (at: number): LoggedRequest => {
    used.push(at);
    const within = used.filter((one) => at - one < 60_000);
    return { at, remaining: 60 - within.length, resetIn: ((within[0] ?? at) + 60_000 - at) / 1_000 };
  };
  const first = Array.from({ length: 60 }, (_, index) => served(index * 100));
  const refused = [6_000, 6_100, 6_200].map((at): LoggedRequest => {
    return { at, remaining: 0, resetIn: 60 - at / 1_000, ...refusal };
  });
  const next = Array.from({ length: 50 }, (_, index) => 67_000 + index * 100);
  return [...first, ...refused, ...[61_050, 64_000, ...next, 126_000, 128_000, 133_000].map(served)];
}

describe('a sliding log of which units come back after refusals', () => {
  it('violates RATE-5 alone where they have another status', () => {
    expect(violations(slidingLog({ status: 403 }))).toEqual(['RATE-5: requests over the limit got 403, not 429']);
  });

  it('violates nothing of Remaining where their Reset has passed', () => {
    const rules = violations(slidingLog({ status: 429, retryAfter: 55, resetIn: -3 })).map((one) => one.slice(0, 7));
    expect(rules).not.toContain('RATE-4:');
    expect(rules).not.toContain('RATE-5:');
  });
});

/** A key that another client uses up to a half, and a burst that leaves at once: that client takes one of the units that the burst was told of. */
function burstBesideAnother(last: number, saidByRefusal = 0): LoggedRequest[] {
  const used = Array.from({ length: 28 }, (_, index): LoggedRequest => {
    const at = index * 100 + (index % 3) * 20;
    return { at, remaining: 59 - 2 * index, resetIn: 60 - at / 1_000 };
  });
  const burst = [3, 2, last].map((remaining, index): LoggedRequest => ({
    at: 3_000,
    takes: 10 + index * 10,
    remaining,
    resetIn: 57,
  }));
  const refused = { at: 3_000, takes: 50, status: 429, remaining: saidByRefusal, resetIn: 57, retryAfter: 57 };
  return [...used, refused, ...burst, { at: 61_000, remaining: 59, resetIn: 60 }];
}

const onLimit = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict }) => (rule === 'RATE-5' ? [verdict] : []));

describe('a burst beside another client of the key', () => {
  it('is over the limit once one of its responses says that nothing remains', () => {
    expect(onLimit(burstBesideAnother(0))).toEqual(['pass']);
  });

  it('is not known to be where none says so, or where the refusal says otherwise', () => {
    expect(onLimit(burstBesideAnother(1))).toEqual(['inconclusive']);
    expect(onLimit(burstBesideAnother(0, 2))).toEqual(['inconclusive']);
  });
});
