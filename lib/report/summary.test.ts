import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, anExchange, aViolation, bytes, type ReportParts } from './report.fixture.ts';
import type { RunReport } from './run-report.ts';
import { renderSummary } from './summary.ts';

const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    { id: 'JSON-1', verdict: 'fail', says: 'text/html', findings: [aViolation({ rule: 'JSON-1', see: 'LIST-2' })] },
    { id: 'LIST-2', verdict: 'fail', says: 'six came for five', findings: [aViolation({ rule: 'LIST-2' })] },
    { id: 'LIST-6', verdict: 'inconclusive', says: 'kept on one page only' },
    { id: 'RATE-9', verdict: 'warn', says: 'Retry-After is off' },
    {
      id: 'LIST-5',
      verdict: 'observed',
      findings: [{ rule: 'LIST-5', verdict: 'observed', says: 'limit=0 gets 400', shownBy: [9], times: 2 }],
    },
    { id: 'RATE-10', verdict: 'not-exercised', says: 'no second key', evidence: [], evidenceCount: 0 },
  ],
};

/** What a Markdown parser sees: the kind of each part, and of each table its width. */
function outlineOf(report: RunReport): string[] {
  const outline: string[] = [];
  void marked.walkTokens(marked.lexer(renderSummary(report)), (token) => {
    if (token.type === 'table') outline.push(`table of ${token['header'].length}`);
    else if (!['text', 'space', 'escape'].includes(token.type)) outline.push(token.type);
  });
  return outline;
}

describe('renderSummary', () => {
  it('numbers exchanges in code: elsewhere the numbers are those of pull requests', () => {
    const withoutCode = renderSummary(aReport(VIOLATING)).replaceAll(/^```[^]*?^```$|`[^`]*`/gm, '');
    expect(withoutCode).not.toMatch(/#\d/);
  });

  it.each(HOSTILE_TEXTS)('has the same parts whatever the service says: %s', (_, text) => {
    const parts = outlineOf(aHostileReport(text));
    expect(parts).toEqual(outlineOf(aHostileReport('harmless')));
    expect(parts).toContain('table of 6');
    expect(parts).not.toEqual(expect.arrayContaining([expect.stringMatching(/html|link|image|del/)]));
  });

  it.each(['x'.repeat(2_000), '`'.repeat(2_000), 'é\u0000'.repeat(1_000)])(
    'stays within its bound, whatever a service does wrong',
    (text) => {
      const rows = RULE_IDS.map((id) => ({
        id,
        verdict: 'fail' as const,
        says: text,
        findings: Array.from({ length: 40 }, () => aViolation({ rule: id, says: text, expected: text, actual: text })),
      }));
      const exchange = anExchange({
        request: { target: `/pets?${text}`, body: bytes(text) },
        answer: { body: bytes(text) },
      });
      const summary = renderSummary(aReport({ outcome: 'violating', rows, exchanges: [exchange] }));
      expect(summary.length).toBeLessThanOrEqual(60_000);
      expect(summary).toMatch(/and \d+ more, in `conformance.json`[^]*### Run/);
    },
  );
});
