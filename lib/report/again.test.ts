import { describe, expect, it } from 'vitest';
import { againOf } from './again.ts';
import { aReport, aViolation } from './report.fixture.ts';
import type { RunReport } from './run-report.ts';

function commandOf(sameService?: RunReport['sameService'], knowledge: Partial<RunReport['knowledge']> = {}) {
  const report = aReport({
    rows: [{ id: 'LIST-2', verdict: 'fail', findings: [aViolation({ rule: 'LIST-2' })] }],
    knowledge,
  });
  const row = report.ledger.rows.find(({ id }) => id === 'LIST-2');
  if (row === undefined) throw new Error('LIST-2 has a row');
  return againOf(row, { ...report, ...(sameService !== undefined && { sameService }) })?.command;
}

describe('the line that shows a violation again', () => {
  it('sends what led to it, at the address of the report', () => {
    const flags = ['--base-url', 'http://127.0.0.1:8080/v1'];
    expect(commandOf({ folder: 'reports/x', flags })).toBe(
      'petvet replay reports/x LIST-2 --base-url http://127.0.0.1:8080/v1',
    );
  });

  it('is one command to a shell, whatever the folder and the address are called', () => {
    expect(commandOf({ folder: "/tmp/it's $(here)", flags: ['--target', 'a;b'] })).toBe(
      String.raw`petvet replay '/tmp/it'\''s $(here)' LIST-2 --target 'a;b'`,
    );
    expect(commandOf({ folder: 'a\nb', flags: [] })).toBe(String.raw`petvet replay "$(printf 'a\012b')" LIST-2`);
  });

  it('probes the rule with the same draws where no report is kept', () => {
    const flags = ['--target', 'staging'];
    expect(commandOf({ flags }, { leftOutInputs: ['range'] })).toBe(
      'petvet check --rule LIST-2 --seed 42 --skip-input range --target staging',
    );
  });
});
