import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '../files/end-process.ts';
import { defects } from '../reference/defects/index.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { examineAll } from './examine-all.ts';
import type { ExamResult, Sitting } from './exam-result.ts';
import { spread, subjectsOf } from './exam-subjects.ts';
import { figuresAsText, fingerprintOfCode, FIGURES_FILE, readFigures, ROOT } from './figures.ts';
import { publishedFigures } from './published-figures.ts';

/**
 * Measures what petvet detects, and writes every page that says so: `npm run figures`, some 15 minutes on two cores with nothing
 * else to do. `npm run figures -- 5` takes five seeds; `npm run figures -- pages` measures nothing and writes the pages from the
 * figures that are there.
 */
const [given = '1'] = process.argv.slice(2);

/** For each core; those of the limiter mostly wait. */
const AT_A_TIME = 4;

async function examined(sittings: readonly Sitting[], title: string): Promise<ExamResult[]> {
  let done = 0;
  const { signal: interrupt } = new AbortController();
  return examineAll(sittings, {
    parallel: AT_A_TIME * availableParallelism(),
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

async function measure(seeds: number): Promise<void> {
  const code = fingerprintOfCode();
  const subjects = spread(subjectsOf());
  const withWrites = await examined(
    Array.from({ length: seeds }, (_, index) => index + 1).flatMap((seed) =>
      subjects.map(({ name }) => ({ name, seed, writes: true })),
    ),
    'with writes',
  );
  const readOnly = await examined(
    subjects.filter(({ name }) => Object.hasOwn(defects, name)).map(({ name }) => ({ name, seed: 1, writes: false })),
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
  const seeds = Number(given);
  if (!Number.isInteger(seeds) || seeds < 1) {
    process.stderr.write(`petvet: ${given} is neither a number of seeds nor "pages": try npm run figures -- 5\n`);
    process.exit(2);
  }
  await measure(seeds);
}
for (const [file, text] of publishedFigures(readFigures(readFileSync(FIGURES_FILE, 'utf8'))))
  writeFileSync(join(ROOT, file), text);
endProcess(0);
