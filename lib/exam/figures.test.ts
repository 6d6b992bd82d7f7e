import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { knownFaults } from '../report/invisible.ts';
import { aCatch, aResult } from './result.fixture.ts';
import { subjectsOf } from './subjects.ts';
import { figuresAsText, fingerprintOfCode, FIGURES_FILE, readFigures, ROOT, type Figures } from './figures.ts';
import { matrixOf } from './matrix.ts';
import { publishedFigures } from './published-figures.ts';
import { detectionAfter, renderFigures, renderFiguresInShort, withFigures } from './figures-of-pages.ts';

describe('fingerprintOfCode', () => {
  it('changes with code that decides, and with nothing else', () => {
    const root = mkdtempSync(join(tmpdir(), 'petvet-code-'));
    try {
      for (const folder of ['lib', 'suites']) cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
      const before = fingerprintOfCode(root);
      expect(before).toBe(fingerprintOfCode());
      for (const file of [
        'lib/judges/new.test.ts',
        'lib/probe/new.fixture.ts',
        'lib/evidence/load-new.ts',
        'lib/report/page.ts',
        'suites/notes.md',
      ])
        writeFileSync(join(root, file), 'export {};\n');
      expect(fingerprintOfCode(root)).toBe(before);
      const seen = new Set([before]);
      for (const file of ['lib/judges/limiter/new.ts', 'suites/new.suite.ts', 'lib/run/check.ts', 'lib/exam/exam.ts']) {
        writeFileSync(join(root, file), 'export {};\n');
        seen.add(fingerprintOfCode(root));
      }
      expect(seen.size).toBe(5);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

const FIGURES: Figures = {
  schema: 'petvet/figures/1',
  measuredOn: '2026-11-22',
  petvet: '0.1.0',
  code: 'abc',
  withWrites: [
    aCatch('html-404', 'JSON-1', 12),
    aCatch('html-404', 'JSON-1', 3, { seed: 2 }),
    aCatch('limit-1-gives-2', 'GET-1', 1),
    aResult('conforming', { kept: { 'LIST-2': 7 } }),
  ],
  readOnly: [aResult('html-404')],
};

describe('figures', () => {
  it('are read as they were written, but for what nothing is made of', () => {
    const read = readFigures(figuresAsText(FIGURES));
    // What was said is kept where something went wrong.
    const withWrites = FIGURES.withWrites.map((run) => (run.name === 'html-404' ? { ...run, says: {} } : run));
    expect(read).toEqual({ ...FIGURES, withWrites });
    expect(figuresAsText(read)).toBe(figuresAsText(FIGURES));
  });

  it('count the defects detected under the right rule after 10, 25, 50, 100 and 120 requests, overall and per half', () => {
    const after = detectionAfter(matrixOf(FIGURES.withWrites));
    expect([...after]).toEqual([
      [10, 0],
      [25, 1],
      [50, 1],
      [100, 1],
      [120, 1],
    ]);
    const halves = (['one half', 'the other half'] as const).map((half) =>
      detectionAfter(matrixOf(FIGURES.withWrites), half),
    );
    for (const [mark, count] of after) expect(halves.reduce((sum, half) => sum + (half.get(mark) ?? 0), 0)).toBe(count);
  });

  it('take the place of those in a page, and of nothing else', () => {
    const page = `# Title\n${renderFigures({ ...FIGURES, withWrites: [] })}\nThe rest\n`;
    const renewed = withFigures(page, renderFigures(FIGURES));
    expect(renewed).toContain('1 of the 2 defects of the reference server under the right rule');
    expect(renewed.startsWith('# Title\n')).toBe(true);
    expect(renewed.endsWith('\nThe rest\n')).toBe(true);
    expect(() => withFigures('# Title\n', renderFigures(FIGURES))).toThrow('no part between');
  });

  it('fit into one sentence', () => {
    expect(renderFiguresInShort(FIGURES)).toContain(
      'petvet detects 1 of 2 kinds of fault: 1 of 2 known defects under the right rule. It passes 0 of 0 conforming variants, with each of 2 seeds (measured on 2026-11-22).',
    );
  });
});

function namesOf(results: Figures['withWrites']): string[] {
  return [...new Set(results.map(({ name }) => name))].toSorted();
}

describe('the published figures', () => {
  const published = readFigures(readFileSync(FIGURES_FILE, 'utf8'));

  it('are of the code as it is (renew them with: npm run figures)', () => {
    expect(published.code).toBe(fingerprintOfCode());
  });

  it('cover every defect and every variant, and without writes every defect', () => {
    expect(namesOf(published.withWrites)).toEqual(
      subjectsOf()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(namesOf(published.readOnly)).toEqual(Object.keys(defects).toSorted());
    expect(
      knownFaults()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(defects).toSorted());
  });

  it.each([...publishedFigures(published)])('%s says what they say', (file, text) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
  });

  it('show variants warned of what they name, and of nothing else', () => {
    const unnamed = published.withWrites.flatMap(({ name, warned }) => {
      const named: readonly string[] = variants[name]?.warns ?? [];
      return Object.hasOwn(variants, name)
        ? warned.filter((id) => !named.includes(id)).map((id) => `${name}: ${id}`)
        : [];
    });
    expect([...new Set(unnamed)], 'name the rule in `warns` of the variant, or mend its judge').toEqual([]);
  });

  it('show nearly every defect caught by a rule that it breaks', () => {
    const caught = knownFaults().filter(({ name, withWrites }) => {
      const breaks: readonly string[] = defects[name]?.breaks ?? [];
      return breaks.some((rule) => withWrites.has(rule));
    });
    expect(caught.length / knownFaults().length).toBeGreaterThan(0.9);
  });
});
