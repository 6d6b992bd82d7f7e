import { expect, it } from 'vitest';
import { aReport } from '../report/report.fixture.ts';
import { whyNotComplete } from './completeness.ts';

it('a run of two builds is of none', () => {
  expect(whyNotComplete(aReport())).toBeUndefined();
  const says = 'another build responds from #14 on: x-version was 1.4.0, then 1.4.1';
  const finding = { rule: 'ERR-3', verdict: 'observed', topic: 'deployments', says, shownBy: [14], times: 1 } as const;
  expect(whyNotComplete(aReport({ rows: [{ id: 'ERR-3', findings: [finding] }] }))).toBe(says);
});
