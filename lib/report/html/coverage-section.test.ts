import { describe, expect, it } from 'vitest';
import type { CoverageSummary } from '../../model/summary.ts';
import { ALL_COVERED, SOME_COVERAGE } from '../coverage.fixture.ts';
import { aReport } from '../report.fixture.ts';
import { coverageSection } from './coverage-section.ts';

/** The markup of the section, with runs of blanks as single ones. */
function sectionOf(coverage: CoverageSummary): string {
  const section = coverageSection({ ...aReport(), coverage })?.toString() ?? '';
  return section.replaceAll(/\s+/g, ' ');
}

/** What stands in the cells of the table, row by row, as it is written. */
function cellsOf(coverage: CoverageSummary): readonly (readonly string[])[] {
  const [, body = ''] = sectionOf(coverage).split('<tbody>');
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => Array.from(row.matchAll(/<td>(.*?)<\/td>/g), ([, cell = '']) => cell.trim()));
}

describe('the section on coverage', () => {
  it('says what was covered in one line', () => {
    expect(sectionOf(SOME_COVERAGE)).toContain(
      '<p>Coverage: 142/186 partitions of the input model, 30 % of pairs.</p>',
    );
  });

  it('lists what was not covered by dimension and reason, escaped, and no dimension that misses nothing', () => {
    const missing = [
      '<div>with a &lt;NUL&gt;; pending (not among the requests of this run)</div>',
      '<div>empty (writes are off &amp; &quot;more&quot;)</div>',
    ];
    expect(cellsOf(SOME_COVERAGE)).toEqual([['listPets', 'status', '2/5', missing.join('')]]);
  });

  it('has no list where nothing is missing', () => {
    expect(sectionOf(ALL_COVERED)).toContain('186/186 partitions of the input model, 100 % of pairs.');
    expect(sectionOf(ALL_COVERED)).not.toContain('What was not covered');
  });
});
