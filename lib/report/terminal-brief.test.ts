import { describe, expect, it } from 'vitest';
import { type ReportParts } from './report.fixture.ts';
import { anXray } from './limiter.fixture.ts';
import { plain, VIOLATING } from './terminal.fixture.ts';

/** The report as it is printed unasked. */
function brief(parts: ReportParts = {}): string {
  return plain(parts, 100, false);
}

describe('without --verbose', () => {
  const created = ['9007199254740993', '2', '3', '4', '5'];

  it('a conforming run is told in thirty lines, with the limiter in one, and how to see the rest', () => {
    const text = brief({ run: { created }, xrays: [anXray()] });
    expect(text.split('\n').length).toBeLessThanOrEqual(30);
    expect(text).toMatch(/^Limiter {4}60 requests per minute: consistent with /m);
    expect(text).toContain('--verbose prints the verdict on every rule, and what was observed');
    expect(text).toContain('ids 9007199254740993, 2, 3 and 2 more, in conformance.json');
    expect(text).not.toMatch(/LIST-1 +pass/);
  });

  it('says of a violation, of doubts and of what was not judged as much as with it', () => {
    const rows = [
      ...(VIOLATING.rows ?? []),
      { id: 'GET-1' as const, verdict: 'inconclusive' as const, says: 'another client may explain it' },
      { id: 'CREATE-1' as const, verdict: 'not-exercised' as const, says: 'writes are off' },
    ];
    const [short, long] = [brief({ ...VIOLATING, rows }), plain({ ...VIOLATING, rows })];
    for (const title of ['Violations', 'Inconclusive', 'Not judged']) {
      const block = long.split('\n\n').find((one) => one.startsWith(title));
      expect(block).toBeDefined();
      expect(short).toContain(block);
    }
  });
});
