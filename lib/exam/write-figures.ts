import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '../files/end-process.ts';
import { defects } from '../reference/defects/index.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { examineAll } from './examine-all.ts';
import type { ExamResult, Sitting } from './result.ts';
import { longestFirst, subjectsOf } from './subjects.ts';
import { figuresAsText, fingerprintOfCode, FIGURES_FILE, readFigures, ROOT } from './figures.ts';
import { matrixOf } from './matrix.ts';
import { renderMatrixPage } from './matrix-markdown.ts';
import { publishedFigures } from './published-figures.ts';
import { RUNS_PER_CORE } from './runs-per-core.ts';

/**
 * Measures what petvet detects, and writes every page that says so: `npm run figures`, about five minutes on two cores with nothing
 * else to do. `npm run figures -- 5` takes five seeds; `npm run figures -- seed 2` measures all of that seed anew, where the machine
 * was not quiet, and keeps what was measured of the same code with the others; `npm run figures -- pages` measures nothing and
 * writes the pages from the figures that are there. The page of every defect and variant is made beside them, as `reports/selftest.md`.
 */
const [given = '1', which = ''] = process.argv.slice(2);

async function examined(sittings: readonly Sitting[], title: string): Promise<ExamResult[]> {
  let done = 0;
  const { signal: interrupt } = new AbortController();
  return examineAll(sittings, {
    parallel: RUNS_PER_CORE * availableParallelism(),
    interrupt,
    onResult: () => {
      if (++done % 25 === 0) process.stderr.write(`${title}: ${done} of ${sittings.length}\n`);
    },
    onRepeat: ({ name }) => process.stderr.write(`${name} is examined once more, by itself\n`),
  });
}

function inOrder(results: readonly ExamResult[]): ExamResult[] {
  return results.toSorted((a, b) => a.seed - b.seed || (a.name < b.name ? -1 : 1));
}

/** All subjects with each seed. */
function withSeeds(seeds: readonly number[]): Promise<ExamResult[]> {
  const subjects = longestFirst(subjectsOf());
  const sittings = seeds.flatMap((seed) => subjects.map(({ name }) => ({ name, seed, writes: true })));
  return examined(sittings, 'with writes');
}

/** Measures one seed anew, and puts it in the place of what there is of it. */
async function measureAnew(seed: number): Promise<void> {
  const code = fingerprintOfCode();
  const before = readFigures(readFileSync(FIGURES_FILE, 'utf8'));
  if (before.code !== code) throw new Error('the existing figures are of other code: measure all of them');
  const anew = await withSeeds([seed]);
  if (fingerprintOfCode() !== code) throw new Error('the code changed while it was measured: measure again');
  const others = before.withWrites.filter((result) => result.seed !== seed);
  writeFileSync(FIGURES_FILE, figuresAsText({ ...before, withWrites: inOrder([...others, ...anew]) }));
}

async function measure(seeds: number): Promise<void> {
  const code = fingerprintOfCode();
  const withWrites = await withSeeds(Array.from({ length: seeds }, (_, index) => index + 1));
  const readOnly = await examined(
    longestFirst(subjectsOf())
      .filter(({ name }) => Object.hasOwn(defects, name))
      .map(({ name }) => ({ name, seed: 1, writes: false })),
    'without writes',
  );
  if (fingerprintOfCode() !== code) throw new Error('the code changed while it was measured: measure again');
  const measuredOn = new Date().toISOString().slice(0, 10);
  const figures = {
    measuredOn,
    petvet: PETVET_VERSION,
    code,
    withWrites: inOrder(withWrites),
    readOnly: inOrder(readOnly),
  };
  writeFileSync(FIGURES_FILE, figuresAsText({ schema: 'petvet/figures/1', ...figures }));
}

if (given !== 'pages') {
  const number = Number(given === 'seed' ? which : given);
  if (!Number.isInteger(number) || number < 1) {
    process.stderr.write(
      `petvet: ${given} ${which} is neither a number of seeds, nor "seed" and its number, nor "pages": try npm run figures -- 5\n`,
    );
    process.exit(2);
  }
  await (given === 'seed' ? measureAnew(number) : measure(number));
}
const figures = readFigures(readFileSync(FIGURES_FILE, 'utf8'));
for (const [file, text] of publishedFigures(figures)) writeFileSync(join(ROOT, file), text);
writeFileSync(join(ROOT, 'reports', 'selftest.md'), renderMatrixPage(matrixOf(figures.withWrites), figures.measuredOn));
endProcess(0);
