import { describe, expect, it } from 'vitest';
import type { BaselineUse } from '../gate/baseline.ts';
import { annotationsOf } from './annotations.ts';
import { aReport, aViolation } from './report.fixture.ts';
import { ruleResults } from './rule-result.ts';
import type { RunReport } from './run-report.ts';
import { SarifDocument } from './sarif-shape.fixture.ts';
import { renderSarif } from './sarif.ts';

const NAME = { rule: 'LIST-2', operation: 'listPets', fault: 'too many items' } as const;
const ENTRY = { ...NAME, reason: 'fixed in 2.1', owner: 'team-adoption', expires: '2999-01-31' };
const NOTHING: BaselineUse = { file: 'b.yaml', known: [], fresh: [], stale: [], expired: [], unseen: [] };

/** A run that violates LIST-2, held against a baseline. */
function held({ fresh = [], ...use }: Partial<BaselineUse>) {
  const others = fresh.map((name) => aViolation(name));
  const rows = [{ id: NAME.rule, verdict: 'fail', says: 'too many', findings: [aViolation(NAME), ...others] }] as const;
  const report = aReport({ outcome: 'violating', rows });
  return { ...report, gate: { exitStatus: 0, because: 'known', baseline: { ...NOTHING, ...use, fresh } } };
}

function statusOf(use: Partial<BaselineUse>) {
  return ruleResults(held(use)).find(({ row }) => row.id === NAME.rule);
}

/** What SARIF says of each result: its state against the baseline, and why it is suppressed. */
function sarifOf(report: RunReport) {
  const [run] = SarifDocument.parse(JSON.parse(renderSarif(report))).runs;
  return run?.results.map(({ baselineState, suppressions }) => [baselineState, suppressions]);
}

describe('a known violation', () => {
  const known = { known: [ENTRY] };

  it('is a warning on GitHub, with the reason', () => {
    expect(annotationsOf(held(known))).toEqual([
      expect.stringMatching(/^::warning title=LIST-2::.*known, in b\.yaml: fixed in 2\.1 \(team-adoption\)$/),
    ]);
  });

  it('is a skipped test, which fails no pipeline, with the reason', () => {
    expect(statusOf(known)).toMatchObject({
      status: 'skipped',
      message: 'known, in b.yaml: fixed in 2.1 (team-adoption): too many',
    });
  });

  it('is suppressed in SARIF, with the reason', () => {
    expect(sarifOf(held(known))).toEqual([
      ['unchanged', [{ kind: 'external', justification: 'fixed in 2.1 (team-adoption, until 2999-01-31)' }]],
    ]);
  });
});

describe('SARIF', () => {
  it('tells what is new to a baseline from what an entry names, also an expired one', () => {
    const another = { ...NAME, fault: 'too few items' };
    expect(sarifOf(held({ known: [ENTRY], fresh: [another] }))).toEqual([
      ['unchanged', [expect.anything()]],
      ['new', undefined],
    ]);
    expect(sarifOf(held({ expired: [ENTRY] }))).toEqual([['unchanged', undefined]]);
  });

  it('suppresses what --fail-on lets pass, and says nothing of a baseline where there is none', () => {
    const gate = { exitStatus: 0, because: 'x', isAsked: true, allowed: [NAME.rule] } as const;
    expect(sarifOf({ ...held({}), gate })).toEqual([
      [undefined, [{ kind: 'external', justification: '--fail-on does not name the rule' }]],
    ]);
  });
});

describe.each([
  ['beside another one of the rule', { known: [ENTRY], fresh: [{ ...NAME, fault: 'too few items' }] }],
  ['that expired', { expired: [ENTRY] }],
  ['that no entry names', { fresh: [NAME] }],
])('a violation %s', (_, use) => {
  it('is an error on GitHub, and a failed test', () => {
    expect(annotationsOf(held(use))).toEqual([expect.stringMatching(/^::error title=LIST-2::/)]);
    expect(statusOf(use)?.status).toBe('failed');
  });
});
