import { expect, it } from 'vitest';
import { aContent } from './certificate.fixture.ts';
import { limitsOf } from './claims.ts';
import type { Claims } from './predicate.ts';
import { differenceOf } from './rejudge.ts';

const { claims, ...others } = aContent();
type Verdict = Claims['verdicts'][number];

const LATER: Verdict = { rule: 'AUTH-7', level: 'must', verdict: 'not-scored' };

/** Where a certificate with these verdicts differs from what this petvet makes of the evidence. */
function difference(certified: readonly Verdict[], judged: readonly Verdict[]): string | undefined {
  const withVerdicts = (verdicts: readonly Verdict[]): Claims => ({ ...claims, verdicts: [...verdicts] });
  const certificate = { ...others, claims: withVerdicts(certified) };
  return differenceOf({ ...certificate, doesNotProve: limitsOf(certificate) }, withVerdicts(judged));
}

it('a rule that came after the catalogue of a certificate makes no difference, whichever petvet knows it', () => {
  expect(difference(claims.verdicts, claims.verdicts)).toBeUndefined();
  expect(difference(claims.verdicts, [...claims.verdicts, LATER])).toBeUndefined();
  expect(difference([LATER, ...claims.verdicts], claims.verdicts)).toBeUndefined();
});

it('a verdict that the evidence does not lead to does, and so does one that is left out', () => {
  const passed: Verdict = { ...LATER, verdict: 'pass' };
  expect(difference([...claims.verdicts, passed], [...claims.verdicts, LATER])).toBe(
    'the certificate says pass for AUTH-7; judged again, the evidence says not-scored',
  );
  expect(difference([...claims.verdicts, passed], claims.verdicts)).toContain('the evidence says nothing');
  expect(difference([...claims.verdicts, LATER], [...claims.verdicts, passed])).toContain('says not-scored for AUTH-7');
  expect(difference(claims.verdicts, [...claims.verdicts, passed])).toContain('says of verdicts');
  expect(difference(claims.verdicts.slice(1), claims.verdicts)).toContain('says of verdicts');
});
