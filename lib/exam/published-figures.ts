import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStacks } from '../../lab/harness/stacks.ts';
import { renderCatches } from './catches-text.ts';
import { ROOT, type Figures } from './figures.ts';
import { matrixOf } from './matrix.ts';
import { renderFigures, renderFiguresInShort, withFigures } from './figures-of-pages.ts';
import { renderRulesPage } from './rules-page.ts';

/** Every file that figures of the examination are published in, as it must read; the places are relative to the repository. */
export function publishedFigures(figures: Figures): ReadonlyMap<string, string> {
  const matrix = matrixOf(figures.withWrites);
  return new Map([
    ['docs/rules.md', renderRulesPage(matrix, readStacks())],
    ['lib/report/catches.txt', renderCatches(figures)],
    ['docs/verdicts.md', withFigures(textOf('docs/verdicts.md'), renderFigures(figures))],
    ['README.md', withFigures(textOf('README.md'), renderFiguresInShort(figures))],
  ]);
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
