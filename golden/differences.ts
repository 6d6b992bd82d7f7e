import type { JudgedRecording } from './verdict-lines.ts';

/** Runs in which the same lines went and came. */
export interface Difference {
  /** The rule, or `outcome`. */
  readonly about: string;
  /** As they were; without the numbers of exchanges where nothing else changed. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  readonly runs: readonly string[];
}

/**
 * What differs from the golden verdicts, grouped by rule and by what changed; the most frequent first. A run that has none is not compared.
 */
export function differencesOf(
  golden: ReadonlyMap<string, readonly string[]>,
  judged: readonly JudgedRecording[],
): Difference[] {
  const changes = judged.flatMap(({ name: run, lines }) => {
    const former = golden.get(run);
    return former === undefined ? [] : changesOf(former, lines).map((change) => ({ ...change, run }));
  });
  const alike = Map.groupBy(changes, ({ about, gone, come }) => JSON.stringify([about, gone, come]));
  return [...alike.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { about, gone, come, run } = first;
      return [{ about, gone, come, runs: [run, ...others.map((other) => other.run)] }];
    })
    .toSorted((a, b) => b.runs.length - a.runs.length || (a.about < b.about ? -1 : 1));
}

function changesOf(before: readonly string[], after: readonly string[]): Omit<Difference, 'runs'>[] {
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  const rules = new Set([...gone, ...come].map(aboutOf));
  return [...rules].map((about) => {
    const [mine, others] = [gone, come].map((lines) =>
      lines.filter((line) => aboutOf(line) === about).map(withoutNumbers),
    );
    return { about, gone: mine ?? [], come: others ?? [] };
  });
}

function aboutOf(line: string): string {
  return /^[A-Z]+-\d+(?= )/.exec(line)?.[0] ?? 'outcome';
}

/** The exchanges of a run are its own: the same change in another one has other numbers. */
function withoutNumbers(line: string): string {
  return line.replace(/shown by [\d ]*/, 'shown by #');
}

/** A difference in a few lines: what went, what came, and in which runs. */
export function printDifference({ about, gone, come, runs }: Difference): string {
  const isSame = gone.join('\n') === come.join('\n');
  return [
    `${about} in ${runs.length} run${runs.length === 1 ? '' : 's'}: ${runs.slice(0, MOST_NAMED).join(', ')}${runs.length > MOST_NAMED ? ', …' : ''}`,
    ...(isSame
      ? [`    shown by other exchanges: ${gone.join(' | ')}`]
      : [...gone.map((line) => `  - ${line}`), ...come.map((line) => `  + ${line}`)]),
  ].join('\n');
}

const MOST_NAMED = 4;
