import { describe, expect, it } from 'vitest';
import { RULE_IDS, rules } from '../rules/index.ts';
import { annotationsOf } from './annotations.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport } from './report.fixture.ts';

describe('annotationsOf', () => {
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
