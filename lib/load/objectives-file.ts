import * as z from 'zod';
import { UsageError } from '../errors.ts';
import type { Objective } from '../evidence/objective.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { readYaml } from '../files/yaml.ts';
import { objectivesOfSlos } from './openslo.ts';
import { percentOf, said, Unmappable } from './unmappable.ts';

/** No list of objectives is longer, in bytes. */
const MOST_BYTES = 1_048_576;

const HINT =
  'write k6 thresholds as JSON, such as {"http_req_duration": ["p(95)<300"], "http_req_failed": ["rate<0.01"]}, or an SLO of OpenSLO v1';

const HOLDS_NEITHER = 'it holds neither thresholds nor an SLO';

const Condition = z
  .string()
  .or(z.object({ threshold: z.string(), abortOnFail: z.boolean().optional() }))
  .transform((one) => (typeof one === 'string' ? { threshold: one, abortOnFail: false } : one));

const Thresholds = z.record(z.string(), z.array(Condition));

const Options = z.object({ thresholds: Thresholds });

/**
 * Reads the objectives of a load from a file: the SLOs of OpenSLO v1, or k6 thresholds, alone or under `thresholds`.
 *
 * @throws {UsageError} in one sentence for the first thing that no objective of a load stands for: nothing is passed over
 */
export function readObjectives(file: string): readonly Objective[] {
  const documents = documentsOf(file);
  try {
    const isOpenSlo = documents.some((one) => typeof one === 'object' && one !== null && 'apiVersion' in one);
    const objectives = isOpenSlo ? objectivesOfSlos(documents) : documents.flatMap(objectivesOfThresholds);
    if (documents.length === 0) throw new Unmappable(HOLDS_NEITHER);
    if (objectives.length === 0) throw new Unmappable('it holds no objective');
    return objectives;
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error;
    throw new UsageError(`${file} cannot be read as objectives: ${error.message}`, HINT);
  }
}

/** What a file holds, whether as documents of YAML, as a sequence, or as both. */
function documentsOf(file: string): unknown[] {
  try {
    const documents = readYaml(readGivenFile(file, { bytes: MOST_BYTES }).toString());
    return documents.flatMap((one): unknown => one.toJS({ maxAliasCount: 100 })).filter((one) => one !== null);
  } catch (error) {
    if (error instanceof GivenFileError) throw new UsageError(`${file} cannot be read: ${error.message}`, HINT);
    throw new UsageError(`${file} is neither JSON nor YAML`, HINT);
  }
}

function objectivesOfThresholds(document: unknown): readonly Objective[] {
  const nested = Options.safeParse(document);
  const read = nested.success ? Thresholds.safeParse(nested.data.thresholds) : Thresholds.safeParse(document);
  if (!read.success) throw new Unmappable(HOLDS_NEITHER);
  return Object.entries(read.data).flatMap(([metric, conditions]) =>
    conditions.map(({ threshold, abortOnFail }) => {
      if (abortOnFail === true)
        throw new Unmappable(
          `the threshold of ${said(metric)} ends the run when it is crossed, which petvet load does not support`,
        );
      return objectiveOf(metric, threshold);
    }),
  );
}

const LATENCIES = ['http_req_duration', 'petvet_latency'];
const ERRORS = ['http_req_failed', 'petvet_errors'];

function objectiveOf(metric: string, threshold: string): Objective {
  const [, what = '', percentile, figure] =
    /^\s*(p\(\s*(\d{1,2}(?:\.\d{1,3})?)\s*\)|med|rate)\s*<=?\s*(\d+(?:\.\d+)?)\s*$/.exec(threshold) ?? [];
  if (figure !== undefined && LATENCIES.includes(metric) && what !== 'rate')
    return { metric: `p${percentile === undefined ? 50 : Number(percentile)}`, most: Number(figure) };
  if (figure !== undefined && ERRORS.includes(metric) && what === 'rate')
    return { metric: 'errors', most: percentOf(Number(figure)) };
  throw new Unmappable(
    `the threshold ${said(threshold)} of ${said(metric)} is neither a percentile of http_req_duration nor the rate of http_req_failed, at most`,
  );
}
