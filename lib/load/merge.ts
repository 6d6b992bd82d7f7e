import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { LeanSamples, type LeanSample } from '../evidence/lean-samples.ts';
import { readSamples } from '../evidence/load-console.ts';
import type { LoadEnd } from '../evidence/load-samples.ts';
import { droppedBy } from './k6-summary.ts';
import { skippedBefore } from './own-instants.ts';
import { readPlan, type PlanRecord } from './plan-record.ts';
import {
  droppedIn,
  refuseCutOrForeign,
  refuseTwice,
  refuseUnlessWhole,
  refuseUnnamed,
  type EndOfPart,
} from './whole-parts.ts';

/** The parts of a run that several processes, or machines, made together. */
export interface MergedParts {
  readonly plan: PlanRecord;
  /** Of all of them. */
  readonly samples: LeanSamples;
  readonly dropped: number;
  /** What went wrong in a part, in a clause; absent where nothing did. */
  readonly fault?: string;
}

/** What k6's console is written to: by petvet, and as the logs of pods. */
const CONSOLE = /^k6-console.*\.jsonl$|\.log$/;

/** k6's summaries. */
const SUMMARY = /^k6-summary.*\.json$/;

/**
 * Puts the parts of a load run together, so that the limit is judged over all of them.
 *
 * @throws {UsageError} when a folder holds no part, or parts of different runs
 */
export async function mergeParts(directories: readonly string[]): Promise<MergedParts> {
  const [first] = directories;
  if (first === undefined) throw new UsageError('no folder was given', 'name the folders of the parts');
  refuseTwice(directories);
  const plan = readPlan(first);
  refuseUnnamed(plan, first);
  const samples = new LeanSamples();
  const faults: string[] = [];
  const stops: string[] = [];
  const endsOfAll: EndOfPart[] = [];
  let dropped = 0;
  for (const directory of directories) {
    refuseOthers(plan, readPlan(directory), directory);
    const files = readdirSync(directory);
    const consoles: (readonly LeanSample[])[] = [];
    const ends: LoadEnd[] = [];
    for (const name of files.filter((file) => CONSOLE.test(file))) {
      const file = join(directory, name);
      const start = samples.length;
      const read = await readSamples(file, (sample) => samples.push(sample));
      const console = samples.inOrder(start);
      if (read.stop !== undefined) stops.push(read.stop.says);
      for (const fault of read.faults) faults.push(`a script failed: ${fault}`);
      refuseCutOrForeign({ file, samples: console, ends: read.ends }, plan);
      consoles.push(console);
      for (const end of read.ends) {
        ends.push(end);
        endsOfAll.push({ file, end });
      }
    }
    if (consoles.every(({ length }) => length === 0))
      throw new UsageError(
        `${directory} holds no samples`,
        'k6 writes them to its console: keep it as k6-console.jsonl, or the log of each pod as a .log file',
      );
    const summaries = files.filter((name) => SUMMARY.test(name));
    if (plan.hasSummary === true && summaries.length === 0) stops.push(`the run in ${directory} did not finish`);
    // The logs of pods come without a summary.
    let droppedHere = summaries.length === 0 ? droppedIn(ends) : 0;
    for (const file of summaries) {
      const count = droppedBy(join(directory, file));
      if (count === undefined) stops.push(`${join(directory, file)} is not a k6 summary`);
      droppedHere += count ?? 0;
    }
    for (const [index, console] of consoles.entries()) {
      // Each process numbers its virtual users by itself: equal numbers are not the same sender.
      for (const sample of console) sample.nameSender(`${directories.indexOf(directory)}-${index}`);
      for (const [sample, { instants, ms }] of skippedBefore(console, droppedHere))
        sample.moveTo(sample.scheduled + ms, instants);
    }
    dropped += droppedHere;
  }
  refuseUnlessWhole(plan, endsOfAll);
  const [fault] = [...stops, ...faults];
  return {
    plan,
    samples,
    dropped,
    ...(fault !== undefined && { fault }),
  };
}

function refuseOthers(plan: PlanRecord, other: PlanRecord, directory: string): void {
  const differs = (['target', 'baseUrl'] as const).find((key) => plan.knowledge[key] !== other.knowledge[key]);
  const what =
    plan.scenario === other.scenario
      ? (differs ?? (plan.knowledge.plan.perMinute === other.knowledge.plan.perMinute ? undefined : 'plan'))
      : 'scenario';
  if (what !== undefined)
    throw new UsageError(`${directory} is a part of another run: its ${what} differs`, 'merge the parts of one run');
}
