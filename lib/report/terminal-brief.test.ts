import { describe, expect, it } from 'vitest';
import { endFacts } from '../evidence/early-end.ts';
import { aViolation, type ReportParts } from './report.fixture.ts';
import type { RuleId } from '../rules/index.ts';
import { anXray } from './limiter.fixture.ts';
import { plain, VIOLATING } from './terminal.fixture.ts';

/** The report as it is printed unasked. */
function brief(parts: ReportParts = {}): string {
  return plain(parts, 100, false);
}

/** A rule that was not judged. */
const rowOf = (id: RuleId, says: string, isCutShort = false) => ({
  id,
  verdict: 'not-exercised' as const,
  says,
  ...(isCutShort && { isCutShort: true as const }),
});

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

  it('tells in one line of rules that are open for one reason', () => {
    const says = 'verified on listPets, not verified on createPet';
    const rows = (['AUTH-1', 'AUTH-2', 'ERR-1'] as const).map((id) => ({ id, verdict: 'inconclusive' as const, says }));
    expect(brief({ rows })).toContain(`Inconclusive\n  ? AUTH-1, AUTH-2, ERR-1: ${says}\n`);
  });

  describe('of a run that ended early', () => {
    const why = 'the run ended at the violation of LIST-2 (--fail-fast)';
    const behind = (['AUTH-1', 'AUTH-2', 'AUTH-5', 'GET-1', 'GET-2', 'GET-3'] as const).map((id) =>
      rowOf(id, `not reached; ${why}`, true),
    );
    const creation = rowOf('CREATE-1', `no response to createPet was received; ${why}`, true);
    const other = rowOf('RATE-10', "no second caller's key is configured");
    const run = endFacts({ endedEarly: { why, detail: 'with a detail' } });

    it('counts in one line the rules that it did not reach', () => {
      const rows = [...behind, creation, other];
      expect(brief({ rows, run }).replace(/\s+/g, ' ')).toContain(
        `Not judged not-exercised 7 rules: ${why}; --verbose names them not-exercised no second caller`,
      );
      expect(brief({ rows, run: endFacts({ aborted: { why, detail: 'with a detail' } }) })).toContain(
        '7 rules: the run ended',
      );
      expect(plain({ rows, run })).toMatch(/not reached; [^:]+: AUTH-1,\s+AUTH-2,\s+AUTH-5,/);
    });

    it('names them where they are few', () => {
      expect(brief({ rows: behind, run })).toMatch(/not reached; [^:]+: AUTH-1,\s+AUTH-2,\s+AUTH-5,/);
    });
  });

  it('shows the smallest request of a violated rule in full, and other kinds of faults in a line each', () => {
    const findings = [1, 2, 3].map((id) =>
      aViolation({ rule: 'LIST-2', says: `kind ${id}`, expected: 'five', actual: `six of ${id}`, shownBy: [id] }),
    );
    const text = brief({ ...VIOLATING, rows: [{ id: 'LIST-2', verdict: 'fail', says: 'kind 1', findings }] });
    expect(text).toContain('  1 of 3      kind 1\n  expected    five\n  actual      six of 1\n');
    expect(text).toContain('  2 of 3      kind 2 (actual six of 2; #2)\n');
  });
});
