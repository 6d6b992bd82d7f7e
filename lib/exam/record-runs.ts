import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endProcess } from '../files/end-process.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { DEEP_REQUESTS } from './depth.ts';
import { examineAll } from './examine-all.ts';
import type { ExamResult, Sitting } from './result.ts';
import { longestFirst, subjectsOf } from './subjects.ts';
import { RUNS_PER_CORE } from './runs-per-core.ts';
import { readArchive, writeArchive, type Recording } from '../../golden/archive.ts';
import { printGolden, readGolden } from '../../golden/golden-file.ts';
import { judgeArchive } from '../../golden/judge-archive.ts';
import { SMALL, WHOLE } from '../../golden/places.ts';
import { isOfLab, smallCorpus } from '../../golden/small-corpus.ts';

/**
 * Makes every run of the examination with one seed, at the default depth and the deep one, and keeps its evidence on this machine:
 * `npm run record`. Then one run of each kind of outcome goes into the repository, with the runs of the lab that are there;
 * `-- --choose` only chooses anew, `-- --depth 120` makes the runs of one depth: those of the default one take about seven minutes on two
 * cores with nothing else to do.
 */
const { values } = parseArgs({
  options: {
    choose: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    depth: { type: 'string', multiple: true, default: [`${DEFAULT_REQUESTS}`, `${DEEP_REQUESTS}`] },
  },
});

/** Makes the runs of one depth; each leaves its evidence in the folder. */
async function examined(folder: string, maxRequests: number): Promise<ExamResult[]> {
  const sittings: Sitting[] = longestFirst(subjectsOf()).map(({ name }) => ({
    name,
    seed: Number(values.seed),
    writes: true,
    maxRequests,
    evidence: join(folder, fileOf(name, maxRequests)),
  }));
  let done = 0;
  return examineAll(sittings, {
    parallel: RUNS_PER_CORE * availableParallelism(),
    interrupt: new AbortController().signal,
    onResult: () => {
      if (++done % 50 === 0) process.stderr.write(`${maxRequests} requests: ${done} of ${sittings.length}\n`);
    },
    onRepeat: ({ name }) => process.stderr.write(`${name} is examined once more, by itself\n`),
  });
}

async function* recordings(
  folder: string,
  results: ReadonlyMap<number, readonly ExamResult[]>,
): AsyncGenerator<Recording> {
  for (const [depth, ofDepth] of results)
    for (const { name } of ofDepth) {
      const file = join(folder, fileOf(name, depth));
      // A run that could not begin leaves none.
      if (!existsSync(file)) continue;
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      yield { name: `exam/${name}${depth === DEFAULT_REQUESTS ? '' : `/${depth}`}`, lines: lines.map(withShortTimes) };
    }
}

function fileOf(name: string, depth: number): string {
  return `${depth}-${name}.jsonl`;
}

/** Hundredths of a millisecond tell nothing that a judge could use; their digits are half of what an archive would hold. */
function withShortTimes(line: string): string {
  return line.replaceAll(/("(?:startedAt|answeredAt|endedAt)":\d+\.\d)\d+/g, '$1');
}

async function record(): Promise<void> {
  const folder = temporaryFolder('record');
  try {
    const results = new Map<number, readonly ExamResult[]>();
    for (const depth of values.depth.map(Number)) results.set(depth, await examined(folder, depth));
    mkdirSync(dirname(WHOLE.archive), { recursive: true });
    await writeArchive(WHOLE.archive, recordings(folder, results));
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(WHOLE.golden, printGolden(await judgeArchive(WHOLE.archive)));
}

/** One run of each kind of outcome, and those of the lab. */
async function choose(): Promise<void> {
  const chosen = smallCorpus(readGolden(readFileSync(WHOLE.golden, 'utf8')));
  async function* all() {
    for await (const recording of readArchive(SMALL.archive)) if (isOfLab(recording.name)) yield recording;
    for await (const recording of readArchive(WHOLE.archive)) if (chosen.has(recording.name)) yield recording;
  }
  await writeArchive(SMALL.archive, all());
  writeFileSync(SMALL.golden, printGolden(await judgeArchive(SMALL.archive)));
}

if (values.choose !== true) await record();
await choose();
endProcess(0);
