import { expect, it } from 'vitest';
import { aRecordedRun } from '../../replay/recorded-run.fixture.ts';
import { noFindingNamed } from './replay.ts';

it('a replay without a finding names the violations that there are', () => {
  const rows = (['AUTH-1', 'LIST-2'] as const).map((id) => ({ id, verdict: 'fail' as const }));
  expect(noFindingNamed(aRecordedRun({ rows }), 'reports/my run')).toMatchObject({
    message: 'no finding was given',
    hint: "the violations of that report are AUTH-1, LIST-2: petvet replay 'reports/my run' AUTH-1",
  });
  expect(noFindingNamed(aRecordedRun({ rows: rows.slice(1) }), 'reports/a').hint).toBe(
    'the violation of that report is LIST-2: petvet replay reports/a LIST-2',
  );
  expect(noFindingNamed(aRecordedRun(), 'reports/a').hint).toMatch(/^that report has no violation; /);
});
