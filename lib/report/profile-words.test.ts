import { describe, expect, it } from 'vitest';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import { renderBadge } from './badge.ts';
import { renderJunit } from './junit.ts';
import { aReport, type ReportParts } from './report.fixture.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary.ts';
import { flowing } from './terminal.fixture.ts';

const WRITES_OFF = { id: 'CREATE-1', verdict: 'not-exercised', says: 'writes are off' } as const;

const PROFILE: JudgedProfile = {
  name: 'read-only',
  total: 44,
  covered: 19,
  violated: 0,
  inPart: [{ rule: 'AUTH-1', why: 'verified on listPets' }],
  notCovered: [{ rule: 'CREATE-1', why: 'it needs writes' }],
  open: [],
  isComplete: true,
};

const READ_ONLY: ReportParts = { outcome: 'incomplete', rows: [WRITES_OFF], profile: PROFILE };

describe('nothing is said of the kind of a run', () => {
  it.each([
    ['that conforms', { profile: { ...PROFILE, name: 'complete' } }],
    ['that was complete', { outcome: 'incomplete', profile: { ...PROFILE, name: 'complete' } }],
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
