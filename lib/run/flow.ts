import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Part } from '../probe/for-all.ts';
import type { Probe, Suite } from '../probe/suite.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { rulesShownOn } from '../rules/shown-on.ts';

/** A probe as a step of a run, or only its first values up to a number of them: the others follow in a later step. */
type Ordered = string | readonly [id: string, upTo: number];

/**
 * The order of the probes: pets are created first where that is requested, and the list is read before anything is written. Then
 * comes what detects most known defects for each request, because a budget may end the run; a probe with many values begins with
 * those that detect most. What seems wrong is checked again half-way and after the lists are read back. What detects least follows.
 */
const ORDER: readonly Ordered[] = [
  'populate/more-than-a-page',
  'list/largest-page',
  'create/valid',
  ['auth/no-key', 1],
  // The second one may be the id of the next creation, which is not to be remembered as missing.
  ['get/unknown-ids', 2],
  ['get/listed-pets', 1],
  // A category that it takes though nobody can know it tells by what category refused pets may be known.
  ['create/values-that-get-lost', 2],
  ['create/missing-fields', 1],
  ['list/status-filter', 1],
  ['create/values-that-get-lost', 3],
  ['create/no-objects', 3],
  ['hostile/reads', 2],
  ['create/missing-fields', 3],
  ['create/wrong-types', 3],
  ['list/status-filter', 2],
  'auth/scheme-in-another-case',
  'auth/key-elsewhere',
  ['auth/invalid-key-list', 1],
  ['create/values-that-get-lost', 4],
  'list/default-page',
  'auth/no-key',
  ['get/listed-pets', 2],
  'create/values-that-get-lost',
  'read-back/soon',
  ['get/malformed-ids', 1],
  ['list/bad-limits', 1],
  ['auth/invalid-key-list', 4],
  ['auth/invalid-key-get', 1],
  ['create/wrong-types', 6],
  'get/unknown-ids',
  'create/no-objects',
  'create/missing-fields',
  'create/wrong-types',
  'list/page-sizes',
  'list/limit-and-status',
  'hostile/reads',
  'list/bad-limits',
  'list/unknown-statuses',
  'list/status-without-limit',
  'auth/invalid-key-create',
  // Every list was requested before, one of them just now, which shows who keeps it for a while; whether what is created now is in them must be seen
  // soon, while nobody has deleted it, and once after an error. By then there are pets of every status.
  'list/status-filter',
  'create/better-refused',
  'coverage/combinations',
  'create/at-once',
  'read-back/lists',
  'get/listed-pets',
  'read-back/again',
  'get/malformed-ids',
  'auth/invalid-key-list',
  'auth/invalid-key-get',
  'auth/other-faults',
  'auth/further-word',
];

/** What comes after every probe that has no place: odd bodies, which may spoil every list or end the service, and what uses the rate limit up. */
const LAST: readonly Ordered[] = ['hostile/bodies', 'limits/used-up'];

/** The order of probes with these ids: those without a place come where they can spoil nothing, and where nothing was spoiled yet. */
function orderOf(ids: readonly string[]): readonly Ordered[] {
  const placed = new Set([...ORDER, ...LAST].map(idOf));
  return [...ORDER, ...ids.filter((id) => !placed.has(id)), ...LAST];
}

/** A probe in the flow of a run. */
export interface PlacedProbe {
  readonly suite: Suite;
  readonly probe: Probe;
  /** Its place among all probes. */
  readonly place: number;
}

/** A step of a run: a probe, or some of its values. */
export interface Step extends PlacedProbe {
  /** Absent for the whole probe. */
  readonly part?: Part;
}

/** The folder of the suites, in the repository and in the package alike. */
const SUITES = join(import.meta.dirname, '..', '..', 'suites');

const SUITE_FILE = /\.suite\.[jt]s$/;

/** What a file of suites exports; of the probes only what tells one. */
const SuiteModule = z.object({
  default: z.custom<Suite>(
    (value) => z.object({ title: z.string(), probes: z.array(z.object({ id: z.string() })) }).safeParse(value).success,
    'its default is no suite',
  ),
});

/**
 * Every probe that there is, in the order of sending: the files are found by looking.
 *
 * @param folder - that of the suites, unless another one is given
 * @throws {Error} that names a place without a probe, or an id that two probes have
 */
export async function loadProbes(folder = SUITES): Promise<readonly PlacedProbe[]> {
  const suites = await Promise.all(
    readdirSync(folder)
      .filter((file) => SUITE_FILE.test(file))
      .toSorted()
      .map(async (file) => SuiteModule.parse(await import(pathToFileURL(join(folder, file)).href)).default),
  );
  const found = suites.flatMap((suite) => suite.probes.map((probe) => ({ suite, probe })));
  const ids = [...new Set(orderOf(found.map(({ probe }) => probe.id)).map(idOf))];
  return ids.map((id, place) => {
    const [one, another] = found.filter(({ probe }) => probe.id === id);
    if (one === undefined) throw new Error(`there is no probe ${id}`);
    if (another !== undefined) throw new Error(`two probes have the id ${id}`);
    return { ...one, place };
  });
}

/**
 * The steps of a run, in the order of sending.
 *
 * @param probes - every probe that there is
 */
export function stepsOf(probes: readonly PlacedProbe[]): readonly Step[] {
  const sent = new Map<string, number>();
  return orderOf(probes.map(({ probe }) => probe.id)).flatMap((ordered) => {
    const placed = probes.find(({ probe }) => probe.id === idOf(ordered));
    if (placed === undefined) return [];
    const from = sent.get(placed.probe.id) ?? 0;
    if (typeof ordered === 'string') return [{ ...placed, ...(from > 0 && { part: { from } }) }];
    const [, to] = ordered;
    sent.set(placed.probe.id, to);
    return [{ ...placed, part: { from, to } }];
  });
}

/** Of these probes as many values show what no other probe does, though others name the same rules: on an operation, or by several responses together. */
const SHOW_MORE: Readonly<Record<string, number>> = {
  'auth/no-key': 3,
  'create/values-that-get-lost': 5,
  'get/malformed-ids': 1,
  'list/default-page': 3,
  'list/limit-and-status': 3,
  'auth/invalid-key-get': 1,
  'auth/invalid-key-create': 3,
  'read-back/lists': 4,
};

/** Where a run is, as far as that decides whether its next step has room. */
export interface Place {
  /** The steps that follow and may be sent. */
  readonly later: readonly Step[];
  /** The rules of the steps that were sent. */
  readonly shown: ReadonlySet<RuleId>;
  /** Requests that there is room for; infinite where nothing bounds a run but its budget. */
  readonly room: number;
}

/** A step that has room, and how many requests it may take. */
export interface FittedStep {
  readonly step: Step;
  readonly most: number;
}

/**
 * Of a step what there is room for, beside what later ones show for the first time.
 *
 * @returns where there is no room at all, whether a must rule may stay unverified therefore
 */
export function fitStep(step: Step, { later, shown, room }: Place): FittedStep | { readonly isMissed: boolean } {
  if (room === Infinity) return { step, most: room };
  const needed = neededOf(step, shown);
  const looks = later.some(({ probe }) => probe.id === LOOKS_LAST) ? LOOKS : 0;
  const spare = room - looks - sumOfNeeded(later, new Set([...shown, ...rulesOf(step)]));
  const most = room < 1 ? 0 : Math.max(needed, spare);
  const { part } = step;
  // What looks again sends nothing where nothing is in doubt.
  if (costOf(step) <= Math.max(0, most)) return { step, most: Math.max(0, most) };
  if (most < 1) return { isMissed: needed > 0 };
  return part === undefined
    ? { isMissed: needed > 0 }
    : { step: { ...step, part: { ...part, to: part.from + most } }, most };
}

/** Requests that are kept for looking again at what seems wrong, and what does so last. */
const LOOKS = 3;
const LOOKS_LAST = 'read-back/again';

/** The rules that a step is judged by. */
export function rulesOf({ probe: { shows, brings } }: Step): readonly RuleId[] {
  return [...shows, ...rulesShownOn(brings)];
}

function sumOfNeeded(steps: readonly Step[], shown: Set<RuleId>): number {
  let sum = 0;
  for (const step of steps) {
    sum += neededOf(step, shown);
    for (const rule of rulesOf(step)) shown.add(rule);
  }
  return sum;
}

/** As many requests of a step show what none before it has: all of a probe without values, and one value of any other where nothing else is known. */
function neededOf(step: Step, shown: ReadonlySet<RuleId>): number {
  const more = (SHOW_MORE[step.probe.id] ?? 0) - (step.part?.from ?? 0);
  if (more > 0) return Math.min(more, costOf(step));
  const isFresh = rulesOf(step).some((rule) => rules[rule].level === 'must' && !shown.has(rule));
  return !isFresh ? 0 : step.part === undefined ? costOf(step) : 1;
}

/** As many requests as a step takes at least. */
function costOf({ probe: { costs }, part }: Step): number {
  return Math.max(0, Math.min(part?.to ?? costs, costs) - (part?.from ?? 0));
}

function idOf(ordered: Ordered): string {
  return typeof ordered === 'string' ? ordered : ordered[0];
}
