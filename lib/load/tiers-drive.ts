import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarnessError, InterruptedError, UsageError } from '../errors.ts';
import type { GateReport } from '../gate/gate-report.ts';
import type { Objective } from '../evidence/objective.ts';
import { readEvidence } from '../evidence/log.ts';
import { makeFolder } from '../files/make-folder.ts';
import { systemWords } from '../files/system-words.ts';
import type { K6Program } from './k6-program.ts';
import type { Tier } from './keys-file.ts';
import { KeyRest } from './key-rest.ts';
import { metricsSettings, type MetricsReceivers } from './metrics-output.ts';
import { runLoad, type LoadRun } from './run-load.ts';
import { REST_BEYOND_WINDOW, TIER_SCENARIOS, type TierRun } from './tiers.ts';
import { writeReport } from '../files/write-report.ts';
import { filesBeside } from '../report/html/beside.ts';
import { renderTiersPage } from '../report/html/tiers-render.ts';
import { type LoadReport, requestsOfLoad } from '../report/load-run.ts';
import { ceilingOf, kindsOf, scenarioWords, stateOfTier } from '../report/tiers.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { leaveRoom, makeRoom } from '../run/folder.ts';
import { newRunId } from '../run/run-id.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { TIERS_SCHEMA, type TierDocument, type TiersDocument } from '../shapes/tiers.ts';
import type { Target } from '../targets/target.ts';
import { EXIT } from '../gate/exit.ts';
import { knowledgeFor } from './knowledge.ts';
import { k6Output } from './k6-output.ts';
import { writeLoad, type WrittenLoad } from './write-load.ts';
import type { Environment } from '../targets/environment.ts';
import type { TierTargets } from './tier-targets.ts';
import { violatedRules } from '../report/verdict-words.ts';

/** The runs of all plans, and with what they are made. */
export interface TiersPlan {
  readonly service: TierTargets;
  /** As any of the keys meets it: for its name, address and windows. */
  readonly target: Target;
  readonly runs: readonly TierRun[];
  readonly program: K6Program;
  readonly directory: string;
  readonly asOf: string;
  /** Of the ceilings. */
  readonly objectives: readonly Objective[];
  readonly flags: MetricsReceivers & { readonly slowdown?: number; readonly anonymous?: boolean };
  readonly environment: Environment;
  readonly interrupt: AbortSignal;
  /** Told how far it is, and what k6 says. */
  readonly say: (text: string) => void;
}

type ScenarioDocument = TierDocument['scenarios'][number];
type Ceiling = NonNullable<TierDocument['ceiling']>;

/** What is known of a plan so far. */
interface TierSoFar {
  ceiling?: Ceiling;
  kinds?: readonly string[];
  readonly scenarios: ScenarioDocument[];
}

/** How many windows are waited at most where a service asks to wait; for more, a run is left out. */
const PATIENT_WINDOWS = 2;

/** What was made so far, and the exit status with its reason. */
export interface TiersEnd {
  readonly document: TiersDocument;
  readonly exit: Pick<GateReport, 'exitStatus' | 'because'>;
}

/**
 * Makes the runs of all plans, one after the other. A run that cannot be made leaves out the other runs of its key, and no others; the
 * page is written after each.
 */
export class TiersDrive {
  readonly #plan: TiersPlan;
  readonly #startedAt = Date.now();
  readonly #tiers: ReadonlyMap<Tier, TierSoFar>;
  readonly #statuses: number[] = [];
  readonly #rest = new KeyRest();

  constructor(plan: TiersPlan) {
    this.#plan = plan;
    this.#tiers = new Map(plan.service.tiers.map((tier) => [tier, { scenarios: [] }]));
  }

  /** @throws {UsageError} when the folder cannot be written; before the first request, where it cannot from the first */
  async run(): Promise<TiersEnd> {
    const { runs, directory, say } = this.#plan;
    this.#clear(directory);
    await this.#write();
    const said: string[] = [];
    for (const run of runs) {
      const made = await this.#make(run);
      this.#tiers.get(run.tier)?.scenarios.push(made);
      await this.#write();
      const { plan } = run.tier;
      const words = `${plan} ${run.scenario}: ${[scenarioWords(made), ...made.says].join('; ')}`;
      said.push(words);
      say(`${words}\n`);
    }
    const exitStatus = worstOf(this.#statuses);
    const because =
      exitStatus === EXIT.conforms
        ? 'no must rule is violated'
        : (said[this.#statuses.indexOf(exitStatus)] ?? 'not every run was made');
    return { document: this.#document(), exit: { exitStatus, because } };
  }

  /** What an earlier run left would stand beside this one. */
  #clear(directory: string): void {
    try {
      makeFolder(directory);
      for (const name of ['tiers.html', 'tiers.json']) rmSync(join(directory, name), { force: true });
    } catch (error) {
      throw new UsageError(
        `the report folder ${directory} cannot be written: ${systemWords(error)}`,
        'give another one with --report',
      );
    }
  }

  async #make(run: TierRun): Promise<ScenarioDocument> {
    const { interrupt, say, target } = this.#plan;
    const nothing = this.#nothingOf(run);
    const keys = [run.tier.apiKey, ...(run.other === undefined ? [] : [run.other.apiKey])];
    const leaveOut = (why: string, status: number): ScenarioDocument => {
      this.#statuses.push(status);
      return { ...nothing, says: [why] };
    };
    const why = this.#rest.whyOutOfUse(keys);
    if (why !== undefined) return leaveOut(why, EXIT.cannotJudge);
    const window = target.windows.minute;
    const wait = this.#rest.waitFor(run.tier.apiKey, run.other?.apiKey, 1_000 * (window + REST_BEYOND_WINDOW));
    if (wait > 1_000 * PATIENT_WINDOWS * (window + REST_BEYOND_WINDOW))
      return leaveOut(`the service said to wait: ${Math.ceil(wait / 1_000)} s remain`, EXIT.cannotJudge);
    if (wait > 0 && !interrupt.aborted) {
      say(`waiting ${Math.ceil(wait / 1_000)} s, until the windows of these keys are unused\n`);
      await sleep(wait, undefined, { signal: interrupt }).catch(() => undefined);
    }
    if (interrupt.aborted) return leaveOut('the run was interrupted', EXIT.interrupted);
    return this.#drive(run, nothing);
  }

  async #drive(run: TierRun, nothing: ScenarioDocument): Promise<ScenarioDocument> {
    const { tier, scenario } = run;
    const folder = `${tier.plan}/${scenario}`;
    const directory = join(this.#plan.directory, tier.plan, scenario);
    try {
      const { made, report, exit } = await this.#load(run, directory);
      this.#statuses.push(exit.exitStatus);
      this.#rest.note(made, { primary: tier.apiKey, second: run.other?.apiKey });
      this.#learn(run, report, made);
      const { ledger, shortfalls = [] } = report;
      const { sent, refused } = requestsOfLoad(report);
      const isUnmeasured = report.run.isUnmeasured === true && ledger.outcome !== 'violating';
      return {
        ...nothing,
        state: isUnmeasured ? 'not-measured' : 'judged',
        outcome: ledger.outcome,
        folder,
        sent,
        refused,
        violated: violatedRules(ledger),
        says: [...shortfalls, ...(report.run.aborted === undefined ? [] : [`it ended early: ${report.run.aborted}`])],
      };
    } catch (error) {
      leaveRoom(directory);
      if (!(error instanceof HarnessError)) throw error;
      const isInterrupted = error instanceof InterruptedError || this.#plan.interrupt.aborted;
      this.#statuses.push(isInterrupted ? EXIT.interrupted : EXIT.cannotJudge);
      if (!isInterrupted) this.#rest.takeOut(tier.apiKey, `the key of ${tier.plan} cannot be used: ${error.message}`);
      const counts = await countsIn(join(directory, EVIDENCE_FILE));
      return { ...nothing, ...counts, state: 'failed', says: [`${error.message}; ${error.hint}`] };
    }
  }

  async #load(
    { tier, scenario, figures, other }: TierRun,
    directory: string,
  ): Promise<WrittenLoad & { readonly made: LoadRun }> {
    const { service, program, flags, asOf, environment, interrupt, say } = this.#plan;
    const target = service.targetOf(tier, other?.apiKey);
    const evidenceFile = join(directory, EVIDENCE_FILE);
    makeRoom(evidenceFile);
    const runId = newRunId();
    const objectives = scenario === 'ceiling' ? this.#plan.objectives : [];
    const said = k6Output(environment, say);
    const metricsOf = { run: runId, target: target.name, plan: tier.plan };
    const made = await runLoad({
      runId,
      scenario,
      target,
      knowledge: knowledgeFor(scenario, target, asOf),
      settings: {
        ...figures,
        createShare: 0,
        objectives,
        ...(flags.anonymous === true && { anonymous: true }),
        run: runId,
        userAgent: `petvet/${PETVET_VERSION} (load ${scenario}; run ${runId})`,
      },
      program,
      passedOn: [],
      metrics: metricsSettings(flags, metricsOf, environment),
      liveDashboard: false,
      directory,
      evidenceFile,
      interrupt,
      onOutput: (lines) => said.print(lines),
    }).finally(() => said.end());
    const { perMinute } = figures;
    const ofIsolation = scenario === 'isolation' && { slowdown: flags.slowdown, anonymous: flags.anonymous };
    const k6 = program.version;
    const judged = { scenario, directory, evidenceFile, objectives, k6, perMinute, ...ofIsolation };
    return { made, ...(await writeLoad(made, judged)) };
  }

  #learn({ tier, scenario, figures }: TierRun, report: LoadReport, { samples }: LoadRun): void {
    const known = this.#tiers.get(tier);
    if (known === undefined) return;
    if (scenario === 'ceiling') known.ceiling = ceilingOf(report, samples, figures);
    const kinds = kindsOf(report);
    if (kinds !== undefined) known.kinds = known.kinds?.filter((kind) => kinds.includes(kind)) ?? kinds;
  }

  #nothingOf({ scenario, estimate, other }: TierRun): ScenarioDocument {
    const caller = other === undefined ? 'none' : (other.plan ?? 'second');
    return {
      scenario,
      state: 'left-out',
      ...(scenario === 'isolation' && { otherCaller: caller }),
      sent: 0,
      refused: 0,
      mostRefused: estimate.mostRefusals,
      violated: [],
      says: [],
    };
  }

  #document(): TiersDocument {
    const { target, program, asOf, runs } = this.#plan;
    const plans = Array.from(this.#tiers, ([{ plan, perMinute, perDay }, { ceiling, kinds, scenarios }]) => ({
      plan,
      perMinute,
      ...(perDay !== undefined && { perDay }),
      state: scenarios.length < TIER_SCENARIOS.length ? ('not-judged' as const) : stateOfTier(scenarios),
      ...(ceiling !== undefined && { ceiling }),
      ...(kinds !== undefined && { kinds: [...kinds] }),
      scenarios: [...scenarios],
    }));
    const { name, baseUrl } = target;
    return {
      schema: TIERS_SCHEMA,
      petvet: PETVET_VERSION,
      k6: `k6 ${program.version}`,
      target: { name, baseUrl },
      asOf,
      windowSeconds: target.windows.minute,
      startedAt: new Date(this.#startedAt).toISOString(),
      endedAt: new Date().toISOString(),
      isFinished: plans.reduce((all, { scenarios }) => all + scenarios.length, 0) === runs.length,
      plans,
    };
  }

  async #write(): Promise<void> {
    const { directory } = this.#plan;
    const document = this.#document();
    await writeReport(directory, 'tiers.json', `${JSON.stringify(document, undefined, 2)}\n`);
    await writeReport(directory, 'tiers.html', renderTiersPage(document, filesBeside(directory)));
  }
}

/** What was sent by a run that could not be judged, and refused. */
async function countsIn(evidenceFile: string): Promise<{ readonly sent: number; readonly refused: number }> {
  let sent = 0;
  let refused = 0;
  if (!existsSync(evidenceFile)) return { sent, refused };
  for await (const item of readEvidence(evidenceFile)) {
    if (!('exchange' in item)) continue;
    sent++;
    if (item.exchange.answer?.status === 429) refused++;
  }
  return { sent, refused };
}

/** The exit status of several runs: the worst. */
function worstOf(statuses: readonly number[]): number {
  const order = [EXIT.interrupted, EXIT.violates, EXIT.cannotJudge];
  return order.find((status) => statuses.includes(status)) ?? EXIT.conforms;
}
