import { describe, expect, it } from 'vitest';
import type { RuleId } from '../rules/index.ts';
import { aGet, aRecordedRun } from './recorded-run.fixture.ts';
import { requestsOfTheRun } from './run-again.ts';

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
  it('are those of a default run', () => {
    expect(requestsFor('LIST-2')).toBe(120);
  });

  it('suffice for the limit where another window begins on the way', () => {
    expect(requestsFor('RATE-5')).toBe(180);
  });

  it('are no more where the limit is left alone', () => {
    expect(requestsFor('RATE-5', { limitLeft: 'the limit is left alone: --no-burn' })).toBe(120);
  });
});
