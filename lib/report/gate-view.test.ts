import { describe, expect, it } from 'vitest';
import type { BaselineUse } from '../gate/baseline.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { annotationsOf } from './annotations.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { gateView, idsOf, standingsOf } from './gate-view.ts';
import { renderPage } from './html/render.ts';
import { renderJunit } from './junit.ts';
import { aReport, anExchange, aViolation } from './report.fixture.ts';
import { renderSummary } from './summary.ts';
import { renderTerminal } from './terminal.ts';
import { renderCheckMetrics } from './metrics.ts';

const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const ENTRY = { ...NAME, reason: 'fixed in 2.1', owner: 'team-adoption', expires: '2027-01-31' };
const NOTHING: BaselineUse = { file: 'b.yaml', known: [], fresh: [], stale: [], expired: [], unseen: [] };
const LOOK = { colour: false, width: 1_000 } as const;
const RED = '#c62828';

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

async function* exchanges() {
  yield await Promise.resolve({ exchange: anExchange() });
}

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

describe('a gate that passes', () => {
  const report = gated(KNOWN);

  it('comes first in the terminal, and folds what is known', () => {
    const text = renderTerminal(report, LOOK);
    expect(text).toMatch(/^Gate +passed: 1 known violation, expires 2027-01-31\nOutcome +violating$/m);
    expect(text).toMatch(/Known violations \(1\)[^]*LIST-2 +known, in b\.yaml: fixed in 2\.1/);
    expect(text).not.toMatch(/fix first|reproduce/);
    expect(renderTerminal(report, { ...LOOK, colour: true })).not.toContain('\u001B[31m');
  });

  it('comes first in the summary, and folds what is known', () => {
    const text = renderSummary(report);
    expect(text).toMatch(/^## ✔ Gate passed: 1 known violation, expires 2027-01-31\n/);
    expect(text).toMatch(/<details>[^]*\*\*LIST-2\*\*[^]*<\/details>/);
    expect(text).not.toMatch(/what to fix first/i);
  });

  it('comes first on the page', async () => {
    const page = await renderPage(report, exchanges());
    expect(page).toMatch(/<title>Gate passed: 1 known violation, expires 2027-01-31: staging/);
    expect(page).toContain('<header class="glance conforming">');
    expect(page).not.toMatch(/fix first/i);
  });

  it('is on the badge, which is not red and does not say that the service conforms', () => {
    const badge = renderBadge(report);
    expect(badge).toContain('gate passed, 1 known violation<');
    expect(badge).not.toContain(RED);
    expect(badge).not.toContain('conforms');
  });

  it('is in the formats for machines', () => {
    expect(renderJunit(report)).toContain('name="gate" value="Gate passed: 1 known violation, expires 2027-01-31"');
    expect(renderJunit(report)).toContain('failures="0"');
    expect(JSON.parse(renderCtrf(report)).results.environment.extra.gate).toMatch(/^Gate passed/);
    expect(renderCheckMetrics(report)).toMatch(/^petvet_check_gate_passed\{[^}]*\} 1$/m);
    expect(annotationsOf(report).join('\n')).not.toContain('::error');
  });
});

describe('a gate that fails', () => {
  const report = gated(FRESH, ['LIST-6']);

  it('says first why, and what is new before what is known', async () => {
    const text = renderTerminal(report, LOOK);
    expect(text).toMatch(/^Gate +failed: 1 violation is not in b\.yaml: LIST-6$/m);
    expect(text).toMatch(/fail the gate \(1\)[^]*✖ LIST-6[^]*Known violations \(1\)[^]*LIST-2/);
    expect(text).toContain('fix first: LIST-6; known: LIST-2');
    expect(renderSummary(report)).toMatch(/^## ✖ Gate failed: /);
    expect(await renderPage(report, exchanges())).toContain('<header class="glance violating">');
    expect(renderBadge(report)).toContain(RED);
  });

  it('says under --quiet why a run is incomplete', () => {
    const gate = { exitStatus: 3, because: 'RATE-5 could not be verified', isAsked: true } as const;
    const text = renderTerminal({ ...aReport({ outcome: 'incomplete' }), gate }, { ...LOOK, quiet: true });
    expect(text).toMatch(/^Gate +failed: incomplete: RATE-5 could not be verified$/m);
  });

  it('does not paint what --fail-on allows as an error', () => {
    const gate = { exitStatus: 0, because: 'x', isAsked: true, allowed: ['LIST-2'] } as const;
    expect(annotationsOf(gated(gate))).toEqual([expect.stringMatching(/^::warning title=LIST-2::/)]);
    expect(renderJunit(gated(gate))).toContain('failures="0"');
  });
});
