import { describe, expect, it } from 'vitest';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderPage } from './html/render.ts';
import { renderJunit } from './junit.ts';
import { valueIn } from './metrics.fixture.ts';
import { aReport, type ReportParts } from './report.fixture.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary.ts';
import { flowing } from './terminal.fixture.ts';
import { renderCheckMetrics } from './metrics.ts';

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

const OPEN: ReportParts = {
  ...READ_ONLY,
  profile: { ...PROFILE, covered: 18, isComplete: false, open: [{ rule: 'GET-1', why: 'no page held a pet' }] },
};

const COUNTS = '19 of 44 must rules verified, 1 in part; 1 not covered by this profile';

/** Whether the metrics say that a read-only run kept its promise. */
function stateIn(parts: ReportParts): string | undefined {
  return valueIn(renderCheckMetrics(aReport(parts)), 'petvet_check_profile_complete', 'profile="read-only"');
}

async function page(parts: ReportParts): Promise<string> {
  return renderPage(aReport(parts), noEvidence());
}

async function* noEvidence() {}

describe('a run that keeps the promise of its kind', () => {
  it('is told so at the end of the terminal, with what it left to others', () => {
    expect(flowing(READ_ONLY)).toContain(`Outcome conforms (read-only) ${COUNTS}`);
  });

  it('is told so in a summary, on the page and on the badge', async () => {
    expect(renderSummary(aReport(READ_ONLY))).toContain(`\`staging\` conforms (read-only)\n\n${COUNTS}.`);
    expect(await page(READ_ONLY)).toMatch(/<header class="glance conforming">[^]*Conforms \(read-only\)<\/h1>/);
    expect(renderBadge(aReport(READ_ONLY))).toContain('petvet: staging: conforms (read-only)');
  });

  it('is told so to CI systems, beside the outcome of the run', () => {
    expect(JSON.parse(renderSarif(aReport(READ_ONLY)))).toMatchObject({
      runs: [{ properties: { outcome: 'incomplete', profile: 'conforms (read-only)' } }],
    });
    expect([stateIn(READ_ONLY), stateIn(OPEN)]).toEqual(['1', '0']);
    expect(renderJunit(aReport(READ_ONLY))).toContain('<property name="profile" value="conforms (read-only)"/>');
    expect(JSON.parse(renderCtrf(aReport(READ_ONLY)))).toMatchObject({
      results: { environment: { extra: { outcome: 'incomplete', profile: 'conforms (read-only)' } } },
    });
  });
});

describe('a run that does not', () => {
  it('is told what it promised and did not verify', async () => {
    const says =
      'no must rule is violated, but 1 must rule that read-only promises could not be verified: GET-1; 18 of 44 must rules verified';
    expect(flowing(OPEN)).toContain(`Outcome incomplete (read-only) ${says}`);
    expect(renderSummary(aReport(OPEN))).toContain(
      '`staging` incomplete (read-only)\n\nNo must rule is violated, but 1',
    );
    expect(await page(OPEN)).toMatch(/<header class="glance incomplete">[^]*Incomplete \(read-only\)<\/h1>/);
    expect(renderBadge(aReport(OPEN))).toContain('petvet: staging: inconclusive');
  });
});

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
