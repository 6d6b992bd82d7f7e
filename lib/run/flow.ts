import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Probe, Suite } from '../probe/suite.ts';

/**
 * The order of the probes: pets are created first where that is requested, and the list is read before anything is written. Then
 * comes what detects most known defects for each request, because a budget may end the run; last what needs all that was created,
 * and what uses the rate limit up.
 */
const PROBE_ORDER = [
  'populate/more-than-a-page',
  'list/largest-page',
  'create/valid',
  'auth/no-key',
  'get/listed-pets',
  'get/unknown-ids',
  'auth/invalid-key-list',
  'create/missing-fields',
  'create/wrong-types',
  'list/default-page',
  'create/no-objects',
  'create/values-that-get-lost',
  'list/status-filter',
  'hostile/reads',
  'list/bad-limits',
  'list/page-sizes',
  'list/limit-and-status',
  'auth/key-elsewhere',
  'get/malformed-ids',
  'auth/invalid-key-get',
  'auth/invalid-key-create',
  'auth/other-faults',
  'list/unknown-statuses',
  'list/status-without-limit',
  'auth/scheme-in-another-case',
  'auth/further-word',
  'create/better-refused',
  'create/at-once',
  'coverage/combinations',
  'read-back/lists',
  'read-back/again',
  'hostile/bodies',
  'limits/used-up',
] as const;

/** A probe in the flow of a run. */
export interface PlacedProbe {
  readonly suite: Suite;
  readonly probe: Probe;
  /** Its place among all probes. */
  readonly place: number;
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
 * @throws {Error} that names a probe without a place in the order, a place without a probe, or an id that two probes have
 */
export async function loadProbes(folder = SUITES): Promise<readonly PlacedProbe[]> {
  const suites = await Promise.all(
    readdirSync(folder)
      .filter((file) => SUITE_FILE.test(file))
      .toSorted()
      .map(async (file) => SuiteModule.parse(await import(pathToFileURL(join(folder, file)).href)).default),
  );
  const found = suites.flatMap((suite) => suite.probes.map((probe) => ({ suite, probe })));
  const stray = found.find(({ probe: { id } }) => !PROBE_ORDER.some((known) => known === id));
  if (stray !== undefined) throw new Error(`${stray.probe.id} is not in the order of the probes`);
  return PROBE_ORDER.map((id, place) => {
    const [one, another] = found.filter(({ probe }) => probe.id === id);
    if (one === undefined) throw new Error(`there is no probe ${id}`);
    if (another !== undefined) throw new Error(`two probes have the id ${id}`);
    return { ...one, place };
  });
}
