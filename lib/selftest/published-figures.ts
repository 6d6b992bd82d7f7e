import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCatches } from './catches-text.ts';
import { ROOT, type Figures } from './figures.ts';
import { renderMatrixPage } from './matrix-markdown.ts';
import { matrixOf } from './matrix.ts';
import { withFigures } from './readme-figures.ts';

/** Every file that figures of the examination are published in, as it must read; the places are relative to the repository. */
export function publishedFigures(figures: Figures): ReadonlyMap<string, string> {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return new Map([
    ['docs/selftest.md', renderMatrixPage(matrixOf(figures.withWrites), figures.measuredOn)],
    ['lib/report/catches.ts', renderCatches(figures)],
    ['README.md', withFigures(readme, figures)],
  ]);
}
