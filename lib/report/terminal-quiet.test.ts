import { describe, expect, it } from 'vitest';
import { aReport, type ReportParts } from './report.fixture.ts';
import { plain, VIOLATING } from './terminal.fixture.ts';
import { renderTerminal } from './terminal.ts';

function quiet(parts: ReportParts): string {
  return renderTerminal(aReport(parts), { colour: false, width: 100, quiet: true });
}

describe('a quiet report', () => {
  it('is the outcome alone, where nothing is violated', () => {
    expect(quiet({}).split('\n')).toEqual([
      expect.stringMatching(/^Outcome {4}\w+$/),
      expect.stringMatching(/^ {11}\S/),
      '',
    ]);
  });

  it('has each violation as the usual one has it', () => {
    const text = quiet(VIOLATING);
    const usual = plain(VIOLATING, 100, false);
    const [violations = '', outcome] = text.split('\nOutcome ', 2);
    expect(violations.startsWith('Violations (1)\n')).toBe(true);
    expect(usual).toContain(`\n${violations}\nOutcome `);
    expect(outcome).toMatch(/^ {3}violating\n/);
  });
});
