import { describe, expect, it } from 'vitest';
import { conformanceOf } from './conformance.ts';
import { renderHistory, type PastRun } from './history-page.ts';
import { HOSTILE_TEXTS } from './hostile-texts.fixture.ts';
import { aReport, type ReportParts } from './report.fixture.ts';

function aPastRun(folder: string, parts: ReportParts = {}, medianMilliseconds?: number): PastRun {
  const report = aReport(parts);
  return {
    folder,
    report: conformanceOf({ ...report, ...(medianMilliseconds !== undefined && { medianMilliseconds }) }),
  };
}

const FAILING: ReportParts = {
  outcome: 'violating',
  rows: [
    { id: 'LIST-2', verdict: 'fail' },
    { id: 'LIST-3', verdict: 'inconclusive' },
  ],
};

/** The cells of the rows, as text. */
function rowsOf(html: string): string[][] {
  const rows = html.match(/<tr><td>.*<\/tr>/g) ?? [];
  return rows.map((row) =>
    row
      .split('</td>')
      .map((cell) => cell.replaceAll(/<[^>]*>/g, ''))
      .slice(0, -1),
  );
}

function pageOf(target: string): string {
  const folder = target.slice(0, 50).toWellFormed();
  return renderHistory([{ folder, runs: [aPastRun('a', { knowledge: { target } })], more: 0 }]);
}

function tagsOf(html: string): readonly string[] | null {
  return html.match(/<[^>]*?[\s>]/g);
}

describe('renderHistory', () => {
  it('has a row for each run, with what changed since the one before', () => {
    const runs = [aPastRun('b', {}, 4.2), aPastRun('a', FAILING)];
    const rows = rowsOf(renderHistory([{ folder: 'staging', runs, more: 0 }]));
    const [before] = rowsOf(renderHistory([{ folder: 'staging', runs: runs.slice(1), more: 0 }]));
    expect(before?.slice(0, 3)).toEqual(['2026-11-21 12:00:00', 'violating', '1']);
    expect(rows[1]).toEqual(before);
    expect(rows[0]?.slice(1)).toEqual([
      'conforming',
      '0 (−1)',
      expect.stringContaining('(+2)'),
      '0 (−1)',
      '118',
      '4.2',
    ]);
  });

  it('has a bar for each run, of which the parts fill the height', () => {
    const html = renderHistory([{ folder: 'a', runs: [aPastRun('b'), aPastRun('a', FAILING)], more: 0 }]);
    const heights = [...html.matchAll(/<rect class="\w" x="(\d+)" y="[\d.]+" width="11" height="([\d.]+)"/g)];
    const sums = ['0', '14'].map((x) =>
      heights.filter(([, at]) => at === x).reduce((sum, [, , height]) => sum + Number(height), 0),
    );
    expect(sums).toEqual([expect.closeTo(60, 0), expect.closeTo(60, 0)]);
  });

  it('says what is not shown, and that there is nothing', () => {
    expect(renderHistory([{ folder: 'a', runs: [aPastRun('b')], more: 7 }])).toContain(
      '8 runs, of which the newest 1 are shown',
    );
    expect(renderHistory([])).toContain('There are no runs yet.');
  });

  it.each(HOSTILE_TEXTS)('has the same elements whatever the names are: %s', (_, text) => {
    expect(tagsOf(pageOf(text))).toEqual(tagsOf(pageOf('staging')));
    expect(pageOf(text).length).toBeLessThan(10_000);
    expect(pageOf(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
  });

  it('loads nothing', () => {
    const html = renderHistory([{ folder: 'a', runs: [aPastRun('b')], more: 0 }]);
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import|https?:/i);
    expect(html).toContain(`default-src 'none'`);
  });
});
