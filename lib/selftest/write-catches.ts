import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defects } from '../reference/defects/index.ts';
import { examine, type Catch, type ExamResult, type Subject } from './exam.ts';

/**
 * Renews `lib/report/catches.ts`: what caught each known defect, and after how many requests, once with writes and once
 * without. Run by hand when defects or suites change: `node lib/selftest/write-catches.ts`; it takes several minutes.
 */
const SEED = 1;

async function examined(writes: boolean): Promise<Map<string, ExamResult>> {
  const results = new Map<string, ExamResult>();
  const subjects: Subject[] = Object.keys(defects).map((defect) => ({ name: defect, options: { defect }, writes }));
  for await (const result of examine(subjects, SEED, availableParallelism())) {
    results.set(result.name, result);
    process.stderr.write(`${writes ? 'with' : 'without'} writes: ${results.size} of ${subjects.length}\n`);
  }
  return results;
}

/** `LIST-2@7,LIST-9@12`: the rules in the order in which they caught it. */
function spelled(catches: readonly Catch[]): string {
  return catches.map(({ rule, requests }) => `${rule}@${requests}`).join(',') || '-';
}

const withWrites = await examined(true);
const readOnly = await examined(false);
const lines = Object.keys(defects).map((name) => {
  const [all = [], reading = []] = [withWrites, readOnly].map((results) => results.get(name)?.catches ?? []);
  const [first] = all;
  const probe = first?.probes.join('; ') ?? '-';
  return [name, spelled(all), spelled(reading), probe].join(' | ');
});
const file = new URL('../report/catches.ts', import.meta.url);
writeFileSync(
  file,
  `/**
 * What caught each known defect on the reference server: the rules with the number of the request that sufficed, in a run
 * with writes and in one without, and the probes that showed the first. Made by \`node lib/selftest/write-catches.ts\`.
 */
export const CATCHES = String.raw\`
${lines.join('\n')}
\`;
`,
);
execFileSync('npx', ['oxfmt', file.pathname], { stdio: 'inherit' });
process.exit(0);
