import { describe, expect, it } from 'vitest';
import type { BaselineUse } from '../gate/baseline.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { gateView, idsOf, standingsOf } from './gate-view.ts';
import { aReport, aViolation } from './report.fixture.ts';

const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const ENTRY = { ...NAME, reason: 'fixed in 2.1', owner: 'team-adoption', expires: '2027-01-31' };
const NOTHING: BaselineUse = { file: 'b.yaml', known: [], fresh: [], stale: [], expired: [], unseen: [] };

/** A run that violates LIST-2, and LIST-6 where that is asked for, under a gate. */
function gated(gate: GateReport, others: readonly 'LIST-6'[] = []) {
  const rows = [NAME.rule, ...others].map((id) => ({
    id,
    verdict: 'fail' as const,
    says: `${id} is off`,
    findings: [aViolation({ ...NAME, rule: id })],
  }));
  return { ...aReport({ outcome: 'violating', rows }), gate };
}

const KNOWN: GateReport = {
  exitStatus: 0,
  because: 'the one violation is in b.yaml',
  isAsked: true,
  baseline: { ...NOTHING, known: [ENTRY] },
};

const FRESH: GateReport = {
  exitStatus: 1,
  because: '1 violation is not in b.yaml: LIST-6',
  isAsked: true,
  baseline: { ...NOTHING, known: [ENTRY], fresh: [{ ...NAME, rule: 'LIST-6' }] },
};

describe('gateView', () => {
  it.each<[string, Partial<GateReport>, string]>([
    ['one known violation', KNOWN, 'Gate passed: 1 known violation, expires 2027-01-31'],
    [
      'several, the first of which to expire counts',
      { ...KNOWN, baseline: { ...NOTHING, known: [{ ...ENTRY, expires: '2028-01-01' }, ENTRY] } },
      'Gate passed: 2 known violations, first expires 2027-01-31',
    ],
    ['a rule that --fail-on does not name', { allowed: ['LIST-2'] }, 'Gate passed: 1 violated rule outside --fail-on'],
    ['nothing violated', { because: 'no must rule is violated' }, 'Gate passed: no must rule is violated'],
    ['a new violation', FRESH, 'Gate failed: 1 violation is not in b.yaml: LIST-6'],
    [
      'an incomplete run',
      { exitStatus: 3, because: 'RATE-5 could not be verified' },
      'Gate failed: incomplete: RATE-5 could not be verified',
    ],
  ])('says it of %s', (_, gate, head) => {
    const view = gateView({ gate: { exitStatus: 0, because: 'x', isAsked: true, ...gate } });
    expect(view).toMatchObject({ head, hasPassed: head.startsWith('Gate passed') });
  });

  it('is nothing where no flag decides', () => {
    expect(gateView({ gate: { exitStatus: 1, because: 'LIST-2 is violated' } })).toBeUndefined();
    expect(gateView({})).toBeUndefined();
  });

  it('tells new, known and allowed violations apart', () => {
    const { fresh, known, allowed } = standingsOf(gated(FRESH, ['LIST-6']));
    expect([idsOf(fresh), idsOf(known), idsOf(allowed)]).toEqual([['LIST-6'], ['LIST-2'], []]);
    const under = standingsOf(gated({ exitStatus: 0, because: 'x', isAsked: true, allowed: ['LIST-2'] }));
    expect([idsOf(under.fresh), idsOf(under.allowed)]).toEqual([[], ['LIST-2']]);
  });
});
