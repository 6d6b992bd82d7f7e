import { defects } from '../reference/defects/index.ts';
import { DEEP_REQUESTS, DEEPER } from './depth.ts';
import type { Catch, ExamResult } from './result.ts';
import type { Figures } from './figures.ts';

/** As long as a line of the file may be. */
const MOST_COLUMNS = 116;

/**
 * `lib/report/catches.txt`: what caught each known defect, and with which request, once with writes and once without, under the
 * probes that showed it first; {@link DEEP_REQUESTS} where a run of that many was needed. Of several seeds the first one counts.
 */
export function renderCatches({ withWrites, readOnly }: Figures): string {
  const [all, reading] = [firstOfEach(withWrites), firstOfEach(readOnly)];
  const entries = Object.keys(defects).map((name) => {
    const found = { all: all.get(name)?.catches ?? [], reading: reading.get(name)?.catches ?? [] };
    const catches = DEEPER.has(name) ? { all: found.all.map(deepened), reading: found.reading.map(deepened) } : found;
    return { probes: probesOf(catches.all[0] ?? catches.reading[0]), text: entryOf(name, catches) };
  });
  const groups = Map.groupBy(entries, ({ probes }) => probes);
  const lines = Array.from(groups, ([probes, group]) => [`# ${probes}`, ...lined(group.map(({ text }) => text))]);
  return lines
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** When a deep run comes to a request says nothing of a default one, which may never come to it. */
function deepened(one: Catch): Catch {
  return { ...one, requests: DEEP_REQUESTS };
}

function firstOfEach(results: readonly ExamResult[]): ReadonlyMap<string, ExamResult> {
  const inOrder = results.toSorted((a, b) => b.seed - a.seed);
  return new Map(inOrder.map((result) => [result.name, result]));
}

/** Nothing that separates entries. */
function probesOf(first: Catch | undefined): string {
  return first?.probes.join(' + ').replaceAll(';', ',') ?? '-';
}

/** `html-404 JSON-1@32 / JSON-1@32`: the rules in the order in which they caught it, with writes and without. */
function entryOf(name: string, { all, reading }: { all: readonly Catch[]; reading: readonly Catch[] }): string {
  const [withWrites, without] = [all, reading].map(
    (catches) => catches.map(({ rule, requests }) => `${rule}@${requests}`).join(',') || '-',
  );
  return `${name} ${withWrites} / ${without}`;
}

/** As many entries on a line as fit. */
function lined(entries: readonly string[]): string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const longer = `${lines.at(-1)}; ${entry}`;
    if (lines.length > 0 && longer.length <= MOST_COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(entry);
  }
  return lines;
}
