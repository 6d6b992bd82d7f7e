import { describe, expect, it } from 'vitest';
import { renderBadge } from './badge.ts';
import { renderJunit } from './junit.ts';
import { aReport, READ_ONLY_PROFILE, type ReportParts } from './report.fixture.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary.ts';
import { flowing } from './terminal.fixture.ts';

const WRITES_OFF = { id: 'CREATE-1', verdict: 'not-exercised', says: 'writes are off' } as const;

const READ_ONLY: ReportParts = { outcome: 'incomplete', rows: [WRITES_OFF], profile: READ_ONLY_PROFILE };

describe('nothing is said of the kind of a run', () => {
  it.each([
    ['that conforms', { profile: { ...READ_ONLY_PROFILE, name: 'complete' } }],
    ['that was complete', { outcome: 'incomplete', profile: { ...READ_ONLY_PROFILE, name: 'complete' } }],
    ['that violates a rule', { ...READ_ONLY, outcome: 'violating' }],
    ['that was lost', { ...READ_ONLY, outcome: 'aborted' }],
    ['of some rules', { ...READ_ONLY, knowledge: { leftOut: { 'LIST-2': 'left out with --skip' } } }],
    ['that petvet did not plan', { outcome: 'incomplete' }],
  ] satisfies [string, ReportParts][])('%s', (_what, parts) => {
    const texts = [
      flowing(parts),
      renderSummary(aReport(parts)),
      renderBadge(aReport(parts)),
      renderJunit(aReport(parts)),
      renderSarif(aReport(parts)),
    ];
    expect(texts.filter((text) => /\((?:read-only|complete)\)|"profile"/.test(text))).toEqual([]);
  });
});
