import { realpathSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import type { LoadConsole } from '../evidence/load-console.ts';
import type { LoadEnd, LoadSample } from '../evidence/load-samples.ts';
import type { PlanRecord } from './plan-record.ts';
import { missingIn, readSegment, segmentName, type Segment } from './segments.ts';

/** What k6 wrote to one console: a process, or several whose logs were put into one file. */
export interface ConsoleOfPart extends Pick<LoadConsole, 'samples' | 'ends'> {
  /** As a user finds it. */
  readonly file: string;
}

/** What a process said at its end, and where. */
export interface EndOfPart {
  readonly file: string;
  readonly end: LoadEnd;
}

const MAKE_AGAIN = 'bring the whole logs of all parts together, or make the run again';

/**
 * Refuses folders that are named twice, whose samples would count twice.
 *
 * @throws {UsageError} that names one
 */
export function refuseTwice(directories: readonly string[]): void {
  const seen = new Set<string>();
  for (const directory of directories) {
    const place = placeOf(directory);
    if (seen.has(place)) throw new UsageError(`${directory} is named twice`, 'name each part once');
    seen.add(place);
  }
}

function placeOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

/**
 * Refuses a plan that does not say which run it belongs to: nothing tells then whether all parts of it are there.
 *
 * @throws {UsageError}
 */
export function refuseUnnamed({ run }: PlanRecord, directory: string): void {
  if (run !== undefined) return;
  throw new UsageError(
    `${directory} does not say which run it is a part of: an older petvet made it, or its load-plan.json is not its own`,
    'make the run again: without that, nothing tells whether every part is there and whole',
  );
}

/**
 * Refuses a part that is not whole, or of another run. A part less looks like another client of the key, or hides what was violated.
 *
 * @param plan - with the name of the run
 * @throws {UsageError} that says what, in one sentence
 */
export function refuseCutOrForeign(part: ConsoleOfPart, plan: PlanRecord): void {
  for (const { run } of part.ends) {
    if (run !== plan.run)
      throw new UsageError(
        `${part.file} is of another run (${run}, not ${plan.run})`,
        'merge the parts of one run, each with the load-plan.json that it was made with',
      );
  }
  refuseCut(part, plan);
  refuseGaps(part);
}

/**
 * Refuses parts that are not exactly one run: of other settings, one that is missing, or there twice.
 *
 * @param ends - of all parts
 * @throws {UsageError} that says what, in one sentence
 */
export function refuseUnlessWhole(plan: PlanRecord, ends: readonly EndOfPart[]): void {
  const [first] = ends;
  for (const { file, end } of ends) {
    if (first === undefined || (end.windows === first.end.windows && end.perWindow === first.end.perWindow)) continue;
    throw new UsageError(
      `${file} was made for ${told(end)}, and ${first.file} for ${told(first.end)}`,
      'merge the parts of one run, which all have the same settings',
    );
  }
  if (plan.isShared === true || ends.some(({ end }) => end.segment !== ''))
    refuseMissing(ends.map(({ file, end }) => ({ file, segment: readSegment(end.segment, end.sequence) })));
}

/** A log without its end, or with fewer requests than its process counted. */
function refuseCut({ file, samples, ends }: ConsoleOfPart, plan: PlanRecord): void {
  if (ends.length === 0) {
    // A run of one process that was ended is judged by what it sent until then.
    if (plan.isShared !== true) return;
    throw new UsageError(
      `${file} has no end: the log is cut off, or its part did not finish (it holds ${counted(samples)})`,
      MAKE_AGAIN,
    );
  }
  const sent = ends.reduce((sum, end) => sum + end.sent, 0);
  const held = samples.filter(hasResponseLine).length;
  if (held < sent)
    throw new UsageError(
      `${file} is cut: it holds ${held} of the ${sent} requests that its part sent${whichAre(samples)}`,
      MAKE_AGAIN,
    );
}

/** A process counts what it wrote a line for; of what was on its way at the end only another line tells, that it left. */
function hasResponseLine({ isCutOff, error }: LoadSample): boolean {
  return isCutOff !== true || error !== undefined;
}

function told({ windows, perWindow }: LoadEnd): string {
  return `${windows} ${windows === 1 ? 'window' : 'windows'} of ${perWindow} requests`;
}

function counted({ length }: readonly LoadSample[]): string {
  return length === 1 ? '1 request' : `${length} requests`;
}

function whichAre(samples: readonly LoadSample[]): string {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `, from ${timeOf(first.from)} to ${timeOf(last.from)}`;
}

function timeOf(instant: number): string {
  return new Date(instant).toISOString().slice(11, 23);
}

/** Each virtual user numbers its requests from 0: none may be missing before another, or be there twice. */
function refuseGaps({ file, samples }: ConsoleOfPart): void {
  const numbers = new Map<string, { count: number; highest: number }>();
  const keys = new Set<string>();
  for (const { key } of samples) {
    const [, user, text] = /^(\d+)\.(\d+)$/.exec(key ?? '') ?? [];
    if (key === undefined || user === undefined) continue;
    // Each part has a virtual user 0 of its own, which looks at the limit before it begins.
    if (user !== '0' && keys.has(key))
      throw new UsageError(`${file} holds requests twice (number ${key})`, 'keep one log of each part');
    keys.add(key);
    const of = numbers.get(user) ?? { count: 0, highest: -1 };
    numbers.set(user, { count: of.count + 1, highest: Math.max(of.highest, Number(text)) });
  }
  for (const [user, { count, highest }] of numbers) {
    const missing = highest + 1 - count;
    if (missing > 0 && user !== '0')
      throw new UsageError(
        `${file} is cut: ${missing} of the first ${highest + 1} requests of its virtual user ${user} are missing`,
        MAKE_AGAIN,
      );
  }
}

function refuseMissing(parts: readonly { readonly file: string; readonly segment: Segment }[]): void {
  const byName = Map.groupBy(parts, ({ segment }) => segmentName(segment));
  for (const [name, [one, another]] of byName) {
    if (one !== undefined && another !== undefined)
      throw new UsageError(`${name} is there twice: ${one.file} and ${another.file}`, 'name each part once');
  }
  const missing = missingIn(parts.map(({ segment }) => segment));
  if (missing !== undefined) throw new UsageError(missing, MAKE_AGAIN);
}

/** What the parts sent less than they were asked to, because no virtual user was free. */
export function droppedIn(ends: readonly LoadEnd[]): number {
  return ends.reduce((sum, { dropped }) => sum + dropped, 0);
}
