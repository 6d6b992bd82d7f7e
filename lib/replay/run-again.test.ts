import { describe, expect, it } from 'vitest';
import type { Finding } from '../judges/finding.ts';
import { KIND_JUDGE } from '../judges/index.ts';
import type { RuleId } from '../rules/index.ts';
import { aGet, aRecordedRun } from './recorded-run.fixture.ts';
import { requestsOfTheRun, sameFaultOfTheLimiter } from './run-again.ts';

const PAGE = aGet(1, '/pets?limit=5', 200, []);

function requestsFor(rule: RuleId, knowledge: { limitLeft?: string } = {}): number {
  const recorded = aRecordedRun({}, [PAGE]);
  const perMinute = { ...recorded.report.target, perMinute: 60 };
  return requestsOfTheRun(
    {
      ...recorded,
      report: { ...recorded.report, target: perMinute },
      knowledge: { ...recorded.knowledge, ...knowledge },
    },
    [{ rule, place: 1, finding: { verdict: 'fail', says: '', shownBy: [1], times: 1 }, exchanges: [PAGE] }],
  );
}

describe('the requests of a run that is made again', () => {
  it('are those of a default run, and some to look again', () => {
    expect(requestsFor('LIST-2')).toBe(160);
  });

  it('suffice for the limit where another window begins on the way', () => {
    expect(requestsFor('RATE-5')).toBe(220);
  });

  it('are no more where the limit is left alone', () => {
    expect(requestsFor('RATE-5', { limitLeft: 'the rate limit is not used up (--no-burn)' })).toBe(160);
  });
});

const foundBy = (judge: string) => ({
  rule: 'RATE-5' as const,
  place: 1,
  finding: { verdict: 'fail' as const, says: '62 requests were admitted', shownBy: [1], times: 1, judge },
  exchanges: [PAGE],
});

describe('a limit that no kind of limiter keeps', () => {
  const tooHigh = {
    rule: 'RATE-4',
    verdict: 'fail',
    shownBy: [1],
    says: 'Remaining was 53',
    judge: KIND_JUDGE,
  } as const satisfies Finding;

  it('shows again in whichever of its rules', () => {
    expect(sameFaultOfTheLimiter(foundBy(KIND_JUDGE), [tooHigh])).toBe(tooHigh);
  });

  it.each([
    ['another judge found it', foundBy('exhaustion'), tooHigh],
    ['another judge finds something today', foundBy(KIND_JUDGE), { ...tooHigh, judge: 'remaining' }],
    ['it is open today', foundBy(KIND_JUDGE), { ...tooHigh, verdict: 'inconclusive' as const }],
    ['it is told under another rule', foundBy(KIND_JUDGE), { ...tooHigh, see: 'RATE-5' as const }],
  ])('does not where %s', (_when, found, today) => {
    expect(sameFaultOfTheLimiter(found, [today])).toBeUndefined();
  });
});
