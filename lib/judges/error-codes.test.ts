import { describe, expect, it } from 'vitest';
import { errorCodeJudge } from './error-codes.ts';
import type { ExchangeParts } from './judges.fixture.ts';
import { judged } from './pages.fixture.ts';

function refused(target: string, code: unknown, parts: ExchangeParts = {}): ExchangeParts {
  return { target, credential: 'none', status: 401, json: { code, message: 'no', status: 401n }, ...parts };
}
const create = { method: 'POST', sends: { name: 'a', categoryId: 1n } };
const basic = { credential: 'wrong', requestHeaders: [['Authorization', 'Basic wrong'] as const] } as const;

describe('ERR-4, one code for one condition', () => {
  it('holds when the operations agree', () => {
    const findings = judged(errorCodeJudge, [
      refused('/pets', 'NO_KEY'),
      refused('/pets', 'NO_KEY', create),
      refused('/pets/1', 'NO_KEY'),
    ]);
    expect(findings).toMatchObject([{ rule: 'ERR-4', verdict: 'pass', shownBy: [1, 2] }]);
  });

  it('is violated when they do not', () => {
    const findings = judged(errorCodeJudge, [
      refused('/pets', 'NO_KEY'),
      refused('/pets', 'NO_KEY', create),
      refused('/pets/1', 'unauthorized'),
    ]);
    expect(findings).toMatchObject([
      { verdict: 'fail', shownBy: [1, 3], expected: 'code "NO_KEY" on both', actual: 'code "unauthorized" on getPet' },
    ]);
  });

  it('takes a missing key, an unknown one and another scheme for different conditions', () => {
    const wrong = { credential: 'wrong' } as const;
    const findings = judged(errorCodeJudge, [
      refused('/pets', 'missing'),
      refused('/pets/1', 'unknown', wrong),
      refused('/pets', 'unknown', wrong),
      refused('/pets/1', 'scheme', basic),
    ]);
    expect(findings).toMatchObject([{ verdict: 'pass', shownBy: [2, 3] }]);
  });

  it('lets a service tell more cases apart, on the same operation', () => {
    const wrong = { credential: 'wrong' } as const;
    const findings = judged(errorCodeJudge, [
      refused('/pets', 'expired', wrong),
      refused('/pets', 'unknown', wrong),
      refused('/pets/1', 'unknown', wrong),
    ]);
    expect(findings).toMatchObject([{ verdict: 'pass' }]);
  });

  it('says nothing of one operation, of answers without a code, or of a removed getPet', () => {
    expect(judged(errorCodeJudge, [refused('/pets', 'a'), refused('/pets', 'b')])).toEqual([]);
    expect(judged(errorCodeJudge, [refused('/pets', 'a'), refused('/pets/1', 7n)])).toEqual([]);
    const removed = { knowledge: { asOf: '2031-01-01' } };
    expect(judged(errorCodeJudge, [refused('/pets', 'a'), refused('/pets/1', 'b')], removed)).toEqual([]);
  });
});
