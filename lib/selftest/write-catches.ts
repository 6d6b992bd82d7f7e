import { writeFileSync } from 'node:fs';
import { defects } from '../reference/defects/index.ts';
import { KNOWN_FAULTS, type KnownFault } from '../report/invisible.ts';
import { examineApart } from './exam-pool.ts';
import { ExamResult, type Catch } from './exam-result.ts';

/**
 * Renews `lib/report/catches.ts`: what caught each known defect, and after how many requests, once with writes and once
 * without. Run by hand when defects or suites change: `node lib/selftest/write-catches.ts`; it takes several minutes.
 * With the argument `missing` only defects that are not there yet are examined; with names, only those.
 */
const SEED = 1;

/** Those of the limiter mostly wait. */
const AT_A_TIME = 5;
const given = process.argv.slice(2);
const before = new Map(KNOWN_FAULTS.map((fault) => [fault.name, fault]));
const chosen = Object.keys(defects).filter((name) => {
  if (given.length === 0) return true;
  return given.includes('missing') ? !before.has(name) : given.includes(name);
});

async function examined(writes: boolean): Promise<Map<string, ExamResult>> {
  const results = new Map<string, ExamResult>();
  const sittings = chosen.map((name) => ({ name, seed: SEED, writes }));
  const { signal: interrupt } = new AbortController();
  const onResult = (result: ExamResult) => {
    results.set(result.name, result);
    process.stderr.write(`${writes ? 'with' : 'without'} writes: ${results.size} of ${sittings.length}\n`);
  };
  await examineApart(sittings, { parallel: AT_A_TIME, interrupt, form: ExamResult, onResult });
  return results;
}

function faultOf(name: string, all: readonly Catch[], reading: readonly Catch[]): KnownFault {
  // Neither what ends a template nor what separates entries.
  const probes = (all[0] ?? reading[0])?.probes.join(' + ').replaceAll('`', "'").replaceAll(';', ',') ?? '-';
  return { name, probes, withWrites: requestsOf(all), readOnly: requestsOf(reading) };
}

function requestsOf(catches: readonly Catch[]): Map<string, number> {
  return new Map(catches.map(({ rule, requests }) => [rule, requests]));
}

/** `html-404 JSON-1@32 / JSON-1@32`: the rules in the order in which they caught it, with writes and without. */
function spelled({ name, withWrites, readOnly }: KnownFault): string {
  const [all, reading] = [withWrites, readOnly].map(
    (catches) => Array.from(catches, ([rule, requests]) => `${rule}@${requests}`).join(',') || '-',
  );
  return `${name} ${all} / ${reading}`;
}

/** As many entries on a line as fit. */
function lined(entries: readonly string[]): string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const longer = `${lines.at(-1)}; ${entry}`;
    if (lines.length > 0 && longer.length <= 116) lines[lines.length - 1] = longer;
    else lines.push(entry);
  }
  return lines;
}

const withWrites = await examined(true);
const readOnly = await examined(false);
const faults = Object.keys(defects).flatMap((name) => {
  const [all = [], reading = []] = [withWrites, readOnly].map((results) => results.get(name)?.catches);
  return chosen.includes(name) ? faultOf(name, all, reading) : (before.get(name) ?? []);
});
const sections = [...Map.groupBy(faults, ({ probes }) => probes)];
const lines = sections.flatMap(([probes, group]) => [`# ${probes}`, ...lined(group.map(spelled))]);
writeFileSync(
  new URL('../report/catches.ts', import.meta.url),
  `/**
 * What caught each known defect on the reference server, under the probes that showed it first: the rules with the number
 * of the request that sufficed, in a run with writes / in one without. Made by \`node lib/selftest/write-catches.ts\`.
 */
export const CATCHES = String.raw\`
${lines.join('\n')}
\`;
`,
);
process.exit(0);
