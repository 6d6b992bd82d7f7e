import { MOST_LOOKS } from '../contract/load-course.ts';
import { PLANS } from '../contract/plans.ts';
import {
  InterruptedError,
  keyRefused,
  NothingThereError,
  TargetError,
  UnavailableError,
  UnreachableError,
  UsageError,
} from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { exchangeOfSample, type LoadSample, type LoadStop } from '../evidence/load-samples.ts';
import { openEvidence } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { climb, type ClimbEnd, type Climbed } from './climb.ts';
import { maskOf, runPart, type K6Part, type K6PartEnd } from './k6-part.ts';
import { writePlan } from './plan-record.ts';
import { estimate } from './scenarios.ts';

/** A load run that is to be made. */
export interface LoadPlan extends Pick<
  K6Part,
  'scenario' | 'target' | 'settings' | 'program' | 'passedOn' | 'metrics' | 'directory' | 'interrupt' | 'live'
> {
  readonly runId: string;
  readonly knowledge: Knowledge;
  readonly evidenceFile: string;
  /** Whether k6 shows its dashboard while it runs. */
  readonly liveDashboard: boolean;
  /** What k6 prints, and what is said of the steps; no secret is in it. */
  onOutput(text: string): void;
}

/** What k6 did. */
export interface LoadRun {
  readonly samples: readonly LoadSample[];
  readonly run: Omit<RunFacts, 'sent' | 'refused' | 'created'>;
  /** Requests that k6 could not start in time: the asked rate was not reached. */
  readonly dropped: number;
  /** Of a breakpoint. */
  readonly climbed?: Climbed;
  /** Why its script ended it. */
  readonly stop?: LoadStop;
}

/** How much longer than estimated k6 may take, in seconds; then it is ended. It hangs for ever on some scripts. */
const PATIENCE = 90;

/**
 * Has k6 run a scenario, and keeps each of its requests as evidence.
 *
 * @throws {TargetError} when the service gave no answer at all, or refuses the key; UsageError when it announces a smaller limit
 *   than the plan's figure. The evidence is written before.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadRun> {
  const startedAt = Date.now();
  writePlan(plan.directory, {
    scenario: plan.scenario,
    knowledge: plan.knowledge,
    objectives: plan.settings.objectives,
    k6: plan.program.version,
    hasSummary: true,
    run: plan.settings.run,
    isShared: plan.settings.startAt !== undefined,
  });
  const { samples, dropped, interrupted, aborted, stop, ...rest } = await sent(plan);
  const { mask } = maskOf(plan.target);
  writeSamples(plan.evidenceFile, plan.knowledge, samples, mask);
  if (interrupted && samples.length === 0)
    throw new InterruptedError('the run was interrupted before it had a response', 'start the run again');
  refuseUseless(samples, plan.target.baseUrl, aborted, mask);
  if (stop?.why === 'limit-differs' && !interrupted) throw wrongFigure(stop);
  return {
    samples,
    dropped,
    ...(stop !== undefined && { stop }),
    ...('steps' in rest && { climbed: rest }),
    run: factsOfLoad({ runId: plan.runId, startedAt, endedAt: Date.now(), interrupted, aborted }),
  };
}

/** The facts of a run that k6 made: it draws nothing, and waits by itself. */
export function factsOfLoad({
  aborted,
  ...when
}: Pick<RunFacts, 'runId' | 'startedAt' | 'endedAt' | 'interrupted'> & {
  readonly aborted: string | undefined;
}): LoadRun['run'] {
  return { ...when, seed: 0, waitedSeconds: 0, counterexamples: [], ...(aborted !== undefined && { aborted }) };
}

/** k6's default. */
const DASHBOARD_PORT = '5665';

async function sent(plan: LoadPlan): Promise<K6PartEnd | ClimbEnd> {
  const { scenario, settings } = plan;
  const { seconds } = estimate(scenario, settings);
  const part: K6Part = {
    ...plan,
    seconds,
    suffix: '',
    environment: plan.liveDashboard ? { K6_WEB_DASHBOARD_PORT: DASHBOARD_PORT } : {},
    timeoutSeconds: seconds + beforeItBegins(settings, Date.now()) + PATIENCE,
    onOutput: (text) => plan.onOutput(text),
  };
  return scenario === 'breakpoint' ? climb({ ...part, patience: PATIENCE }) : runPart(part);
}

/**
 * How long a script may wait before its requests begin, in seconds: for windows of which nothing is used, which others may keep using,
 * or for the instant at which several machines begin.
 */
export function beforeItBegins({ windowSeconds, startAt = 0 }: LoadPlan['settings'], now: number): number {
  return MOST_LOOKS * (windowSeconds + LOOK_SECONDS) + Math.max(0, startAt - now) / 1_000;
}

/** How much longer a look takes than the wait for a window; a request without a response takes a minute. In seconds. */
const LOOK_SECONDS = 20;

/** Writes samples as the exchanges of an evidence log, numbered in their order. @param mask - takes secrets out of texts */
export function writeSamples(
  file: string,
  knowledge: Knowledge,
  samples: Iterable<LoadSample>,
  mask: (text: string) => string,
): void {
  writeExchanges(file, knowledge, exchangesOf(samples, mask));
}

function* exchangesOf(samples: Iterable<LoadSample>, mask: (text: string) => string): Generator<Exchange, undefined> {
  let id = 0;
  for (const sample of samples) yield exchangeOfSample(sample, ++id, mask);
}

/** Writes the evidence of a run that is over. */
export function writeExchanges(file: string, knowledge: Knowledge, exchanges: Iterable<Exchange>): void {
  const evidence = openEvidence(file, knowledge);
  try {
    evidence.appendAll(exchanges);
  } finally {
    evidence.close();
  }
}

/** The service announces a smaller limit than the run was told: with the figure that it was told it would be refused, and banned. */
function wrongFigure({ says, limit = 0 }: LoadStop): UsageError {
  const plan = Object.entries(PLANS).find(([, { perMinute }]) => perMinute === limit)?.[0];
  const flag = plan === undefined ? '' : `give --plan ${plan}, or `;
  return new UsageError(says, `${flag}set the LIMIT_PER_MINUTE of the target to ${limit} in .env`);
}

/**
 * Where nothing was answered, or the key refused from the first, or each request got what only a wrong address or a service that is down gives,
 * there is nothing to judge.
 *
 * @throws {TargetError} that says so
 */
export function refuseUseless(
  samples: readonly LoadSample[],
  baseUrl: string,
  aborted: string | undefined,
  mask: (text: string) => string,
): void {
  const [first] = samples;
  if (first === undefined)
    throw new TargetError(aborted ?? 'k6 sent nothing', 'run k6 by hand, as the top of the script shows, to see why');
  if (samples.every(({ status }) => status === 0))
    throw new UnreachableError(baseUrl, first.error === undefined ? undefined : mask(first.error));
  if (first.status === 401) throw keyRefused(baseUrl);
  const statuses = [...new Set(samples.map(({ status }) => status))];
  if (statuses.every((status) => status >= 502 && status <= 504)) throw new UnavailableError(baseUrl, statuses);
  if (statuses.every((status) => status === 404 || (status >= 300 && status < 400)))
    throw new NothingThereError(baseUrl);
}
