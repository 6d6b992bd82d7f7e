import { describe, expect, it } from 'vitest';
import { RULE_IDS, rules } from '../rules/index.ts';
import { annotationsOf } from './annotations.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, aViolation } from './report.fixture.ts';

describe('annotationsOf', () => {
  it('says nothing of a service that conforms', () => {
    expect(annotationsOf(aReport())).toEqual([]);
  });

  it('has an error for a violated must, then a warning for a broken should', () => {
    const rows = [
      { id: 'RATE-9' as const, verdict: 'warn' as const, says: 'Retry-After is off', evidence: [] },
      {
        id: 'LIST-2' as const,
        verdict: 'fail' as const,
        says: '100% too many',
        findings: [aViolation({ rule: 'LIST-2' })],
      },
      { id: 'LIST-3' as const, verdict: 'inconclusive' as const, says: 'who knows' },
    ];
    expect(annotationsOf(aReport({ outcome: 'violating', rows }))).toEqual([
      '::error title=LIST-2::100%25 too many (expected at most 5 pets; actual 6 pets; shown by #1)',
      '::warning title=RATE-9::Retry-After is off',
    ]);
  });

  it('has an error for a broken should that fails the gate', () => {
    const rows = [{ id: 'RATE-9' as const, verdict: 'warn' as const, says: 'Retry-After is off', evidence: [] }];
    const gate = { exitStatus: 1, because: 'RATE-9 is violated', failing: ['RATE-9' as const] };
    expect(annotationsOf({ ...aReport({ rows }), gate })).toEqual(['::error title=RATE-9::Retry-After is off']);
  });

  it('stops at ten, before which it tells of every violation', () => {
    const musts = RULE_IDS.filter((id) => rules[id].level === 'must').slice(0, 9);
    const shoulds = RULE_IDS.filter((id) => rules[id].level === 'should').slice(0, 3);
    const rows = [
      ...shoulds.map((id) => ({ id, verdict: 'warn' as const })),
      ...musts.map((id) => ({ id, verdict: 'fail' as const })),
    ];
    const annotations = annotationsOf(aReport({ outcome: 'violating', rows }));
    expect(annotations.map((line) => line.split(' ')[0])).toEqual([...musts.map(() => '::error'), '::warning']);
  });

  it.each(HOSTILE_TEXTS)('keeps to one command a line whatever the service says: %s', (_, text) => {
    const annotations = annotationsOf(aHostileReport(text));
    expect(annotations.map((line) => /^::(error|warning) title=([A-Z]+-\d+)::/.exec(line)?.slice(1))).toEqual([
      ['error', 'LIST-2'],
      ['warning', 'RATE-9'],
    ]);
    expect(annotations.filter((line) => /[\p{Cc}\p{Cs}\u2028]|%(?!25)/u.test(line))).toEqual([]);
    expect(annotations.join('').length).toBeLessThan(10_000);
  });
});
