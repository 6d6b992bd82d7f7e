import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { differencesOf, printDifference } from './differences.ts';
import { printGolden, readGolden } from './golden-file.ts';
import { judgeArchive } from './judge-archive.ts';
import { SMALL, WHOLE } from './places.ts';

/**
 * Judges the recorded runs again and prints what differs from the golden verdicts: `npm run golden`. With `-- --whole` every run of
 * the examination, where `npm run record` was run on this machine. `-- --accept "why"` makes what the judges say now golden, and
 * enters the reason. Exit status: 0 nothing differs, or it was accepted; 1 something does; 2 there is nothing to judge.
 */
const { values } = parseArgs({ options: { whole: { type: 'boolean' }, accept: { type: 'string' } } });

async function main(): Promise<number> {
  if (values.accept?.trim() === '')
    return refused('--accept needs the reason, e.g. --accept "a drip of 7 s is a bucket"');
  const { archive, golden } = values.whole === true ? WHOLE : SMALL;
  if (!existsSync(archive) || !existsSync(golden))
    return refused('no runs are recorded here: record them with npm run record');
  const begun = performance.now();
  const judged = await judgeArchive(archive);
  const differences = differencesOf(readGolden(readFileSync(golden, 'utf8')), judged);
  for (const difference of differences) process.stdout.write(`${printDifference(difference)}\n`);
  const changed = new Set(differences.flatMap(({ runs }) => runs));
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(
    `${judged.length} runs judged in ${seconds} s: ${changed.size} differ, in ${differences.length} ways\n`,
  );
  if (values.accept === undefined) return differences.length === 0 ? 0 : 1;
  writeFileSync(golden, printGolden(judged));
  if (golden === SMALL.golden && differences.length > 0) {
    const rules = [...new Set(differences.map(({ about }) => about))].toSorted();
    const day = new Date().toISOString().slice(0, 10);
    const entry = `- ${day}: ${values.accept} (${changed.size} of ${judged.length} runs; ${rules.join(', ')})\n`;
    writeFileSync(SMALL.changes, `${readFileSync(SMALL.changes, 'utf8')}${entry}`);
  }
  return 0;
}

function refused(why: string): number {
  process.stderr.write(`petvet: ${why}\n`);
  return 2;
}

process.exitCode = await main();
