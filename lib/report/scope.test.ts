import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { renderConformance } from './conformance.ts';
import { renderPage } from './html/render.ts';
import { withoutSpans } from './html/unbroken.fixture.ts';
import { aReport, anExchange, aViolation, type ReportParts } from './report.fixture.ts';
import { renderSummary } from './summary.ts';
import { renderTerminal } from './terminal.ts';

const REASON = 'not chosen with --rule';
const others = RULE_IDS.filter((id) => id !== 'LIST-2');

/** A run with `--rule LIST-2`. */
const focused = (parts: ReportParts = {}) =>
  aReport({
    outcome: 'incomplete',
    ...parts,
    knowledge: { leftOut: Object.fromEntries(others.map((id) => [id, REASON])) },
    rows: [
      ...others.map((id) => ({ id, verdict: 'not-exercised' as const, says: REASON, evidence: [], evidenceCount: 0 })),
      ...(parts.rows ?? []),
    ],
  });

async function* exchanges() {
  yield await Promise.resolve({ exchange: anExchange() });
}

const NOTE = `not part of this run: ${others.length} rules ${REASON}`;

/** The rules that a text names, but for those that a sentence about a rule or a curl line would. */
const namedIn = (text: string) => others.filter((id) => new RegExp(`\\b${id}\\b`).test(text));

describe('a run of one rule', () => {
  const report = focused();

  it('prints that rule only, and says once that the others were not part of it', () => {
    const text = renderTerminal(report, { colour: false, width: 1_000, verbose: true });
    expect(namedIn(text)).toEqual([]);
    expect(text).toMatch(/✔ LIST-2 +pass/);
    expect(text.split(NOTE)).toHaveLength(2);
    expect(text).toContain('no must rule of this run is violated; the other must rules were not part of it');
    expect(text).toContain('Rules      1 pass\n');
  });

  it('has a summary of that rule only', () => {
    const text = renderSummary(report);
    expect(namedIn(text)).toEqual([]);
    expect(text).toContain(`N${NOTE.slice(1).replaceAll('-', '-')}`);
    expect(text).toContain('incomplete: only some rules were selected');
  });

  it('has a page of that rule only', async () => {
    const html = withoutSpans(await renderPage(report, exchanges()));
    expect(Array.from(html.matchAll(/<details class="rule v-[^"]*" id="([^"]*)"/g), ([, id]) => id)).toEqual([
      'LIST-2',
    ]);
    expect(html).toContain(`N${NOTE.slice(1)}.`);
  });

  it('keeps every rule in conformance.json', () => {
    expect(renderConformance(report)).toContain('"id": "RATE-13"');
  });

  it('says what is violated all the same', () => {
    const rows = [{ id: 'LIST-2' as const, verdict: 'fail' as const, findings: [aViolation({ rule: 'LIST-2' })] }];
    const text = renderTerminal(focused({ outcome: 'violating', rows }), { colour: false, width: 1_000 });
    expect(text).toContain('1 must rule is violated; fix first: LIST-2');
  });
});

it('a run of every rule says nothing of others', () => {
  expect(renderTerminal(aReport(), { colour: false, width: 1_000 })).not.toContain('not part of');
});

it('a few rules that were skipped are named', () => {
  const leftOut = { 'LIST-4': 'left out with --skip' };
  const rows = [{ id: 'LIST-4' as const, verdict: 'not-exercised' as const, says: 'left out with --skip' }];
  const text = renderTerminal(aReport({ knowledge: { leftOut }, rows }), { colour: false, width: 1_000 });
  expect(text).toContain('not part of this run: 1 rule (LIST-4) left out with --skip');
});
