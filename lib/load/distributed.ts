import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Target } from '../targets/target.ts';
import { distributedReadme } from './distributed-readme.ts';
import { scriptOf } from './k6-part.ts';
import { explainK6Exit, runK6 } from './k6-process.ts';
import type { K6Program } from './k6-program.ts';
import { k6Environment, SECRET_SETTINGS, type LoadSettings } from './k6-settings.ts';
import { tooLongLogs } from './log-size.ts';
import type { RemoteMetrics } from './metrics-output.ts';
import { writePlan } from './plan-record.ts';
import { estimate, type ScenarioName } from './scenarios.ts';
import { ARCHIVE_FILE, OPERATOR_VERSION, testRunOf } from './test-run.ts';

/** A load run that several machines are to make together. */
export interface DistributedPlan {
  readonly scenario: ScenarioName;
  readonly target: Target;
  readonly knowledge: Knowledge;
  readonly settings: Omit<LoadSettings, 'summaryFile'> & { readonly startAt: number };
  readonly program: K6Program;
  /** How many machines. */
  readonly parts: number;
  readonly directory: string;
  /** Where the metrics of all parts go, if anywhere. */
  readonly metrics: RemoteMetrics;
  readonly interrupt: AbortSignal;
}

/** Scenarios whose requests can be shared out: those that leave at a rate. The others are one caller after the other. */
const SHARED: readonly ScenarioName[] = ['ceiling', 'soak'];

/** No pack of an archive takes longer, in seconds. */
const PACKING_SECONDS = 30;

/**
 * Writes what an engine of several machines needs: k6's archive of the script, a TestRun of k6-operator that refers to a secret
 * for the keys, the plan for whoever judges, and how to go on. Sends nothing; no key is in any of it.
 *
 * @returns lines for the user: the names of the files, and what they need
 * @throws {UsageError} when the scenario cannot be shared out, or k6 cannot pack it
 */
export async function writeDistributed(plan: DistributedPlan): Promise<readonly string[]> {
  const { scenario, target, settings, parts, directory, program, metrics } = plan;
  if (!SHARED.includes(scenario))
    throw new UsageError(
      `${scenario} cannot be shared out: its requests follow one another`,
      `it goes with ${SHARED.join(' and ')}`,
    );
  if (parts < 2) throw new UsageError(`--distributed ${parts} is not a distribution`, 'give 2 or more');
  makeFolder(directory);
  const there = readdirSync(directory);
  if (there.length > 0 && !there.includes(ARCHIVE_FILE))
    throw new UsageError(`the folder ${directory} holds other files`, 'name an empty or a new one with --out');
  const environment = k6Environment(target, { ...settings, summaryFile: '' });
  const secrets = SECRET_SETTINGS.filter((name) => !['', '[]', undefined].includes(environment[name]));
  const open = Object.entries(environment).filter(([name, value]) => !secrets.includes(name) && value !== '');
  const archive = join(directory, ARCHIVE_FILE);
  const end = await runK6({
    program,
    args: [
      'archive',
      '--quiet',
      '--exclude-env-vars',
      '--archive-out',
      archive,
      ...open.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      scriptOf(scenario),
    ],
    environment: {},
    timeoutSeconds: PACKING_SECONDS,
    interrupt: plan.interrupt,
    onOutput: () => undefined,
  });
  if (end.status !== 0)
    throw new UsageError(
      `k6 cannot pack the script: ${explainK6Exit(end.status)}`,
      'run `k6 archive` by hand to see why',
    );
  const tooLong = tooLongLogs(estimate(scenario, settings).requests, parts);
  writeFileSync(join(directory, 'testrun.yaml'), testRunOf({ parts, k6: program.version, open, secrets, metrics }));
  writeFileSync(
    join(directory, 'README.md'),
    distributedReadme({
      scenario,
      parts,
      startAt: settings.startAt,
      secrets: [...secrets, ...metrics.secrets],
      tooLong,
    }),
  );
  writePlan(directory, {
    scenario,
    knowledge: plan.knowledge,
    objectives: settings.objectives,
    k6: program.version,
    run: settings.run,
    isShared: true,
  });
  return [
    `${directory}: ${[ARCHIVE_FILE, 'testrun.yaml', 'load-plan.json', 'README.md'].join(', ')}`,
    `Needs k6-operator v${OPERATOR_VERSION} or later; README.md there has the next steps.`,
    ...(tooLong === undefined ? [] : [tooLong]),
  ];
}
