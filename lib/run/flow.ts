import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Probe, Suite } from '../probe/suite.ts';

/**
 * The order of the suites: pets are created first where that is asked for; the list is looked at first, before anything is written, and what finds most comes early,
 * because a budget may end the run.
 */
const SUITE_ORDER = [
  'populate',
  'list',
  'get',
  'auth',
  'hostile',
  'create',
  'read-back',
  'hostile-bodies',
  'limits',
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

const SUITE_FILE = /^(.+)\.suite\.[jt]s$/;

/** What a file of suites exports; of the probes only what tells one. */
const SuiteModule = z.object({
  default: z.custom<Suite>(
    (value) => z.object({ title: z.string(), probes: z.array(z.object({ id: z.string() })) }).safeParse(value).success,
    'its default is no suite',
  ),
});

/**
 * Every suite that there is, in the order of sending: the files are found by looking.
 *
 * @param folder - that of the suites, unless another one is given
 * @throws {Error} that names a file which is not in the flow, a suite without one, or an id that two probes have
 */
export async function loadSuites(folder = SUITES): Promise<readonly Suite[]> {
  const files = new Map(
    readdirSync(folder).flatMap((file) => {
      const [, name] = SUITE_FILE.exec(file) ?? [];
      return name === undefined ? [] : [[name, file] as const];
    }),
  );
  const stray = [...files.keys()].find((name) => !SUITE_ORDER.some((known) => known === name));
  if (stray !== undefined) throw new Error(`suites/${stray}.suite is not in the order of the suites`);
  const suites = await Promise.all(
    SUITE_ORDER.map(async (name) => {
      const file = files.get(name);
      if (file === undefined) throw new Error(`there is no suites/${name}.suite`);
      return SuiteModule.parse(await import(pathToFileURL(join(folder, file)).href)).default;
    }),
  );
  const ids = suites.flatMap(({ probes }) => probes.map(({ id }) => id));
  const doubled = ids.find((id, index) => ids.indexOf(id) !== index);
  if (doubled !== undefined) throw new Error(`two probes have the id ${doubled}`);
  return suites;
}

/** Every probe that there is, in the order of sending. */
export async function loadProbes(): Promise<readonly PlacedProbe[]> {
  const suites = await loadSuites();
  return suites
    .flatMap((suite) => suite.probes.map((probe) => ({ suite, probe })))
    .map((one, place) => ({ ...one, place }));
}
