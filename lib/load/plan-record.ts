import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../errors.ts';
import { knowledgeRecord, recordOfKnowledge } from '../evidence/record.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Objective } from '../evidence/objective.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';

/** What a load run goes by, as far as whoever judges its samples must know it. No secret is in it. */
export interface PlanRecord {
  readonly scenario: ScenarioName;
  readonly knowledge: Knowledge;
  readonly objectives: readonly Objective[];
  /** k6's version, e.g. `1.8.1`. */
  readonly k6: string;
  /** k6 writes a summary beside the samples when it runs to its end, so that one that did not is known. */
  readonly hasSummary?: boolean | undefined;
  /** The name of the run, which all of its parts have; absent in plans of an older petvet. */
  readonly run?: string | undefined;
  /** Several processes make it together. */
  readonly isShared?: boolean | undefined;
}

/** The name of a run that several processes make together: its scenario and the instant that they agreed on. */
export function sharedRun(scenario: ScenarioName, startAt: number): string {
  return `${scenario} of ${new Date(startAt).toISOString()}`;
}

/** The name of its file, beside the samples. */
const PLAN_FILE = 'load-plan.json';

/** A plan is a page of text. */
const MOST_BYTES = 1_048_576;

const Metric = z.templateLiteral(['p', z.number()]).or(z.literal('errors'));

const Recorded = z.object({
  schema: z.literal('petvet/load-plan/1'),
  scenario: z.literal(SCENARIO_NAMES),
  knowledge: knowledgeRecord,
  objectives: z.array(z.object({ metric: Metric, most: z.number() })),
  k6: z.string(),
  hasSummary: z.boolean().optional(),
  run: z.string().optional(),
  isShared: z.boolean().optional(),
});

/** Writes the plan of a load run into its folder. */
export function writePlan(directory: string, { knowledge, objectives, ...rest }: PlanRecord): void {
  const recorded: z.input<typeof Recorded> = {
    schema: 'petvet/load-plan/1',
    ...rest,
    knowledge: recordOfKnowledge(knowledge),
    objectives: objectives.map((objective) => ({ ...objective })),
  };
  const file = join(directory, PLAN_FILE);
  // Whatever is there of an earlier run, it is not written into.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 2)}\n`, { flag: 'wx' });
}

/**
 * Reads the plan in the folder of a load run.
 *
 * @throws {UsageError} when there is none, or it is not one
 */
export function readPlan(directory: string): PlanRecord {
  const file = join(directory, PLAN_FILE);
  const hint = 'name the folders that `petvet load` wrote, or that it made with --distributed';
  if (!existsSync(file)) throw new UsageError(`${directory} has no ${PLAN_FILE}`, hint);
  try {
    return Recorded.parse(JSON.parse(readGivenFile(file, { bytes: MOST_BYTES }).toString()));
  } catch (error) {
    if (error instanceof GivenFileError) throw new UsageError(`${file} cannot be read: ${error.message}`, hint);
    throw new UsageError(`${file} is not the plan of a load run`, hint);
  }
}
