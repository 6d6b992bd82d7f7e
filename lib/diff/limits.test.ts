import { describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../shapes/report.ts';
import { aCheck } from './diff.fixture.ts';
import { compareChecks } from './checks.ts';
import { compareLimits } from './limits.ts';

type Limiter = NonNullable<ConformanceReport['limiter']>[number];
type Kind = Limiter['looksLike'][number];

const KINDS: readonly Kind[] = ['fixed window', 'sliding log', 'token bucket'];

function limited(looksLike: Kind[], parts: Partial<Limiter> = {}, knowledge = {}): ConformanceReport {
  const kinds = KINDS.map((kind) => {
    const consistent = looksLike.includes(kind);
    return { kind, consistent, ...(!consistent && { excludedBy: { shownBy: [4, 9], says: 'it does not fit' } }) };
  });
  const limiter: Limiter = { period: 'minute', figure: 60, seconds: 60, kinds, looksLike, ...parts };
  return { ...aCheck('a', [], { knowledge }), limiter: [limiter] };
}

const FIXED = limited(['fixed window']);

describe('the limiter', () => {
  it('is the same where some kind is left in both', () => {
    const { differences, count } = compareLimits(FIXED, limited(['fixed window', 'sliding log']));
    expect({ differences, count }).toEqual({ differences: [], count: 1 });
  });

  it('is of another kind where none is, with the exchanges that rule out the kind before', () => {
    expect(compareLimits(FIXED, limited(['token bucket'])).differences).toEqual([
      expect.objectContaining({
        weight: 'changed',
        what: 'kind of limiter per minute',
        before: 'fixed window',
        after: 'token bucket',
        shownBy: [4, 9],
      }),
    ]);
  });

  it('of no known kind is undecided: another client may share the key', () => {
    expect(compareLimits(FIXED, limited([]))).toMatchObject({
      differences: [],
      undecided: [{ why: 'no known kind fits after' }],
    });
  });

  it('has another limit or window', () => {
    const { differences } = compareLimits(FIXED, limited(['fixed window'], { figure: 30, seconds: 10 }));
    expect(differences.map(({ what, before, after }) => `${what}: ${before}, ${after}`)).toEqual([
      'rate limit per minute: 60 requests, 30 requests',
      'window per minute: 60 s, 10 s',
    ]);
  });

  it.each([
    [
      { plan: { name: 'pro', perMinute: 300, perDay: 10_000 } },
      'the plan is free before and pro after: compare runs with the same --plan',
    ],
    [{ plan: { name: 'free', perMinute: 61, perDay: 1_000 } }, 'configured with different rate limits'],
    [{ windows: { minute: 10, day: 86_400, testInstallation: true } }, 'test installation'],
  ])('is not compared between other plans, and it is said', (knowledge, why) => {
    const { outcome, differences, notes } = compareChecks(FIXED, {
      ...limited(['token bucket'], {}, knowledge),
      run: { ...FIXED.run, id: 'b' },
    });
    expect({ outcome, differences, notes }).toEqual({
      outcome: 'same',
      differences: [],
      notes: [expect.stringMatching(new RegExp(`^rate limits are not compared: .*${why}`))],
    });
  });

  it('that only one run saw is undecided', () => {
    expect(compareLimits(FIXED, aCheck('b')).undecided).toEqual([
      expect.objectContaining({ why: 'observed only before' }),
    ]);
    expect(compareLimits(aCheck('a'), FIXED).undecided).toEqual([
      expect.objectContaining({ why: 'observed only after' }),
    ]);
  });
});
