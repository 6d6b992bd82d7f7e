import type { LoadStep } from '../evidence/load-step.ts';
import { appendRunFacts, readEvidence } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { Objective } from '../evidence/objective.ts';
import type { Climbed } from './climb.ts';
import type { LoadRun } from './run-load.ts';
import { carriedBy, fitScalability } from './scalability.ts';
import { asksOf, SCENARIOS, type ScenarioName } from './scenarios.ts';
import { kneeOf } from './staircase.ts';
import { writeReport } from '../files/write-report.ts';
import { TEXT_FORMATS } from '../report/formats.ts';
import { writeLoadPage } from '../report/html/load-render.ts';
import { figuresOf, figuresOfSteps } from '../report/load-figures.ts';
import { loadDocumentOf, renderLoad } from '../report/load-json.ts';
import { outcomeOfLoad, type LoadReport } from '../report/load-run.ts';
import { argument } from '../text/shell-word.ts';
import { reportOf } from '../run/run-report.ts';
import { endOf, judgeEvidence, type EvidenceSource } from '../run/verdicts.ts';
import { exitOf } from '../run/gate.ts';
import { ledgerOfLoad } from './load-ledger.ts';
import { writeFormats } from '../run/write-run.ts';
import { leaveRoom } from '../run/folder.ts';
import { openMetricsOf } from '../report/metrics.ts';

/** A load run has a document of its own, `load.json`, in place of conformance.json, and metrics of its own. */
const BESIDE_LOAD = Object.values(TEXT_FORMATS).filter(
  (format) => format !== TEXT_FORMATS.json && format !== TEXT_FORMATS.openmetrics,
);

/** What a load run was for, and where its evidence lies. */
export interface JudgedLoad {
  readonly scenario: ScenarioName;
  readonly directory: string;
  readonly evidenceFile: string;
  /** What that holds, where it is in memory. */
  readonly evidence?: EvidenceSource;
  readonly objectives: readonly Objective[];
  /** For isolation: the second key beside the first may take up to this many times as long as alone. */
  readonly slowdown?: number | undefined;
  /** The other caller of isolation sends no key. */
  readonly anonymous?: boolean | undefined;
  /** The figure of the window that the load was told, where that is known. */
  readonly perMinute?: number | undefined;
  /** The version of k6. */
  readonly k6: string;
}

/** The exit status that a load run comes to, and why. */
export type LoadExit = ReturnType<typeof exitOf>;

/** A load run that is judged, and whose report is written. */
export interface WrittenLoad {
  readonly report: LoadReport;
  readonly exit: LoadExit;
}

/** Judges the evidence of a load run, and writes its report beside it; then the folder is free again. */
export async function writeLoad(made: LoadRun, judged: JudgedLoad): Promise<WrittenLoad> {
  // A run may have a million samples, which take room while it is judged: whoever made it may make them when they are asked for.
  const { dropped, climbed } = made;
  const { scenario, directory, evidenceFile, objectives, k6, slowdown, perMinute } = judged;
  const figures =
    climbed !== undefined
      ? figuresOfSteps(climbed.steps, made.samples)
      : figuresOf(made.samples, scenario === 'breakpoint' ? [] : objectives, { drifts: scenario !== 'breakpoint' });
  const measured = { figures, dropped, ...staircaseOf(climbed) };
  const limit = scenario === 'burst' ? perMinute : undefined;
  const outcome = outcomeOfLoad({ ...measured, hasEnded: made.run.aborted === undefined }, { slowdown, limit });
  const { shortfalls, notes } = outcome;
  const aborted = made.run.aborted ?? outcome.dead;
  const asks = asksOf(scenario, judged.anonymous === true);
  const { isUnstable, isUnmeasured } = outcome;
  const run = {
    ...made.run,
    shortfalls,
    asks,
    isUnstable,
    isUnmeasured,
    ...(aborted !== undefined && { aborted, endClause: 'the load ended early' }),
  };
  const { evidence = (numbers) => readEvidence(evidenceFile, numbers) } = judged;
  const verdicts = await judgeEvidence(evidence, {
    run,
    ownTraffic: true,
    end: endOf(run),
  });
  const ledger = ledgerOfLoad(verdicts.ledger, verdicts.run);
  const vetted = reportOf({ ...verdicts, ledger });
  const report: LoadReport = {
    ...vetted,
    // Too few of their requests are written down to tell how the limiter counts.
    ...(climbed !== undefined && { xrays: [] }),
    run: withSteps(vetted.run, made),
    ...measured,
    shortfalls,
    notes,
    scenario,
    asks: SCENARIOS[scenario].asks,
    again: ['load', scenario, ...flagsForLoad(vetted).map(argument)].join(' '),
    k6: `k6 ${k6}`,
  };
  const document = loadDocumentOf(report);
  await writeReport(directory, 'load.json', renderLoad(document));
  await writeReport(directory, 'metrics.prom', openMetricsOf(document));
  await writeFormats(report, directory, BESIDE_LOAD);
  await writeLoadPage(directory, report, made.samples, evidence());
  // Whoever judges the evidence again finds there what it does not show itself.
  appendRunFacts(evidenceFile, verdicts.run);
  leaveRoom(directory);
  return { report, exit: exitOf({ ...verdicts, ledger }, { profile: 'default', requireComplete: false }) };
}

/** What a staircase came to; a service's scalability is that of steps in which it was the limit. */
function staircaseOf(climbed: Climbed | undefined): Omit<StaircaseReport, 'figures' | 'dropped'> {
  const { steps = [], alone = [], bottleneck } = climbed ?? {};
  const knee = kneeOf(steps);
  return {
    steps,
    alone,
    ...(knee !== undefined && { knee }),
    ...(bottleneck !== undefined && { bottleneck }),
    // Where only the rate limit ended the steps, nothing of the service was reached that could be fitted.
    ...(bottleneck !== undefined &&
      bottleneck.is !== 'rate-limit' && {
        scalability:
          bottleneck.is === 'service' ? fitScalability(carriedBy(steps)) : "the knee is not known to be the service's",
      }),
  };
}

type StaircaseReport = Pick<
  LoadReport,
  'figures' | 'dropped' | 'steps' | 'alone' | 'knee' | 'bottleneck' | 'scalability'
>;

/** Few requests of a staircase are written down as evidence: its steps count them all. */
function withSteps(run: RunFacts, made: LoadRun): RunFacts {
  const { climbed } = made;
  if (climbed === undefined) return run;
  const looks = made.samples.filter(({ window }) => window < 0);
  const sum = (of: (step: LoadStep) => number) => climbed.steps.reduce((all, step) => all + of(step), 0);
  return {
    ...run,
    sent: Math.max(run.sent, looks.length + sum(({ sent }) => sent) + climbed.sentBesides),
    refused: Math.max(run.refused, looks.filter(({ status }) => status === 429).length + sum(({ refused }) => refused)),
  };
}

/** A scenario asks for writes in its own way. */
function flagsForLoad({ sameService }: ReturnType<typeof reportOf>): string[] {
  return (sameService?.flags ?? []).filter((flag) => flag !== '--writes' && flag !== '--no-writes');
}
