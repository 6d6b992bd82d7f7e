import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** A link to a file of the same run, or to the list of all runs. */
export type Beside = readonly [href: string, words: string];

/** What the folder of a run may hold for a reader, in this order. The names are petvet's own. */
const FILES: readonly Beside[] = [
  ['k6-report.html', 'Page of k6'],
  ['evidence.jsonl', 'Evidence'],
  ['conformance.json', 'Verdicts as JSON'],
  ['load.json', 'Figures as JSON'],
  ['tiers.json', 'Figures as JSON'],
  ['../../tiers.html', 'All plans'],
];

/** The list of runs, of which that of a first run is written after its page; and the name of its folder. */
const RUNS = 'index.html';
const HISTORY = 'reports';

/** How many folders above a run that folder is looked for: `reports/TARGET/TIME/PLAN/SCENARIO`. */
const MOST_ABOVE = 4;

/** The files that a page in a folder can lead to. @param dir - where the page lies */
export function filesBeside(dir: string): readonly Beside[] {
  const runs = runsAbove(resolve(dir));
  return [
    ...(runs === undefined
      ? []
      : [[`${relative(resolve(dir), runs).replaceAll('\\', '/')}/${RUNS}`, 'All runs'] as const]),
    ...FILES.filter(([name]) => existsSync(join(dir, name))),
  ];
}

function runsAbove(dir: string): string | undefined {
  let above = dir;
  for (let level = 0; level < MOST_ABOVE; level++) {
    above = dirname(above);
    if (basename(above) === HISTORY) return above;
  }
  return undefined;
}
