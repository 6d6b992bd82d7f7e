import { describe, expect, it } from 'vitest';
import { anXray } from './limiter.fixture.ts';
import { columnsOf } from '../text/columns.ts';
import { aReport, type ReportParts } from './report.fixture.ts';
import { renderTerminal } from './terminal.ts';
import { limiterLines } from './terminal-notes.ts';

const PLAIN = { colour: false, width: 100, verbose: true };

function lines(parts: ReportParts): string[] {
  return limiterLines(aReport(parts), PLAIN);
}

describe('the limiter X-ray', () => {
  it('has a line for each kind, with what excludes it', () => {
    expect(lines({ xrays: [anXray()] })).toEqual([
      '',
      'Limiter  60 requests per minute; ✔ is consistent with all responses',
      '  ✔ fixed window',
      '  ✔ sliding log',
      '  ✘ token bucket  ruled out by #1, #27: Remaining fell, and none was restored within 1.2 s',
    ]);
  });

  it('has a block for each window', () => {
    const day = anXray({ period: 'day', quota: { perWindow: 1_000, windowMs: 86_400_000 }, kinds: [] });
    expect(lines({ xrays: [anXray(), day] })).toContain('Limiter  1000 requests per day');
  });

  it('says that the window was a shortened one', () => {
    const windows = { minute: 10, day: 86_400, testInstallation: true };
    const xrays = [anXray({ quota: { perWindow: 60, windowMs: 10_000 } })];
    expect(lines({ xrays, knowledge: { windows } })).toContain(
      'Limiter  60 requests per minute (test installation: 10 s); ✔ is consistent with all responses',
    );
  });

  it('is left out where the run shows too little', () => {
    expect(renderTerminal(aReport({ xrays: [] }), PLAIN)).not.toContain('Limiter');
    expect(renderTerminal(aReport({ xrays: [anXray()] }), PLAIN)).toContain('\n\nLimiter  60 requests');
  });

  it('keeps within the width', () => {
    const xray = anXray();
    const kinds = xray.kinds.map((one) => ({
      ...one,
      contradictions: one.contradictions.map((other) => ({ ...other, says: 'many words '.repeat(30) })),
    }));
    const shown = limiterLines(aReport({ xrays: [{ ...xray, kinds }] }), { colour: false, width: 70 });
    expect(shown.length).toBeGreaterThan(8);
    expect(shown.filter((line) => columnsOf(line) > 70)).toEqual([]);
  });
});
