import type { LoadStep, ProcessorUse } from '../evidence/load-step.ts';
import type { Objective } from '../evidence/objective.ts';
import { DOCUMENTED_STATUSES } from '../contract/load-course.ts';
import { confidenceOf } from './confidence.ts';
import { readSummary, type SummaryFigure } from './k6-summary.ts';

/** The share of a rate that must be sent and answered for it to be reached. */
const REACHED = 0.99;

/** How long a machine may stand still, in seconds: what that alone could have cost is not sure to be the service's. */
const HICCUP_SECONDS = 0.3;
const NOT_SURE = 0.8;

/** Of a step: what was asked of it. */
interface StepPlan {
  readonly rate: number;
  readonly seconds: number;
  readonly connections: number;
  readonly objectives: readonly Objective[];
}

/** What the script of a step is told for its summary to hold what is judged. */
export function summarySettings(objectives: readonly Objective[]): Record<string, string> {
  const percentiles = new Set(['p(95)', 'p(99)', ...latencyObjectives(objectives).map(({ metric }) => statOf(metric))]);
  return {
    TREND_STATS: JSON.stringify(['avg', 'med', 'max', ...percentiles]),
    SLOW_MS: JSON.stringify(latencyObjectives(objectives).map(({ most }) => most)),
  };
}

function latencyObjectives(objectives: readonly Objective[]): readonly Objective[] {
  return objectives.filter(({ metric }) => metric !== 'errors');
}

/** As k6 names a percentile. */
function statOf(metric: Objective['metric']): string {
  return `p(${metric.slice(1)})`;
}

/**
 * What a step came to, by the summary of its run.
 *
 * @returns undefined where there is no summary
 */
export function readStep(file: string, plan: StepPlan, processors: ProcessorUse | undefined): LoadStep | undefined {
  const figure = readSummary(file);
  return figure === undefined ? undefined : stepOf(figure, plan, processors);
}

/** Judges a step by the figures of its summary. */
export function stepOf(figure: SummaryFigure, plan: StepPlan, processors: ProcessorUse | undefined): LoadStep {
  const { rate, seconds, connections, objectives } = plan;
  const withStatus = (status: number) => figure(`http_reqs{scenario:step,status:${status}}`, 'count');
  const sent = figure('http_reqs{scenario:step}', 'count');
  const admitted = DOCUMENTED_STATUSES.reduce((sum, status) => sum + withStatus(status), 0);
  const refused = withStatus(429);
  const unanswered = withStatus(0);
  const failed = Math.max(0, sent - admitted - refused - unanswered);
  const meant = Math.max(1, Math.round(rate * seconds));
  const answered = figure('petvet_second_half', 'count');
  const reached = criterionOf({
    // One request more or less is the edge of the half.
    bad: Math.max(0, Math.floor(meant / 2) - 1 - answered),
    count: Math.floor(meant / 2),
    allowed: 1 - REACHED,
    hiccup: rate * HICCUP_SECONDS,
    says: `${(answered / (seconds / 2)).toFixed(1)} of ${rate.toFixed(1)} requests per second got a response in time`,
  });
  const dropped = Math.max(0, meant - sent);
  const leftInTime = criterionOf({
    bad: Math.max(0, dropped - 1),
    count: meant,
    allowed: 1 - REACHED,
    hiccup: rate * HICCUP_SECONDS,
    says: `${dropped} of ${meant} requests could not be sent in time`,
  });
  const latencies = latencyObjectives(objectives).map(({ metric, most }, index) =>
    criterionOf({
      bad: figure(`petvet_slow_${index}`, 'count'),
      count: admitted,
      allowed: 1 - Number(metric.slice(1)) / 100,
      says: `${metric} ${figure('petvet_latency', statOf(metric)).toFixed(1)} ms instead of ${most}`,
    }),
  );
  const errors = objectives
    .filter(({ metric }) => metric === 'errors')
    .map(({ most }) =>
      criterionOf({
        bad: failed + unanswered,
        count: sent,
        allowed: most / 100,
        says: `errors ${((100 * (failed + unanswered)) / Math.max(1, sent)).toFixed(1)} % instead of ${most}`,
      }),
    );
  const refusals = { isKept: refused === 0, confidence: 1, says: `${refused} refused with 429` };
  const criteria = [...latencies, ...errors, refusals, reached, leftInTime];
  const broken = criteria.filter(({ isKept }) => !isKept);
  return {
    rate,
    seconds,
    connections,
    sent,
    admitted,
    refused,
    failed,
    unanswered,
    dropped,
    throughput: answered / (seconds / 2),
    response: figure('http_req_duration{scenario:step}', 'avg'),
    p50: figure('petvet_latency', 'med'),
    p95: figure('petvet_latency', 'p(95)'),
    p99: figure('petvet_latency', 'p(99)'),
    most: figure('petvet_latency', 'max'),
    bytes: figure('data_received', 'count') / Math.max(1, sent),
    ...(processors !== undefined && { processors }),
    kept: broken.length === 0,
    confidence:
      broken.length === 0
        ? criteria.reduce((least, { confidence }) => Math.min(least, confidence), 1)
        : broken.reduce((most, { confidence }) => Math.max(most, confidence), 0),
    because: broken.map(({ says }) => says),
  };
}

/** A step that the service ended, as it asked to wait: what was not sent afterwards is nobody's loss. @param seconds - that it asked for */
export function shedStep(step: LoadStep, seconds: number): LoadStep {
  const says = `the service said to wait ${Math.ceil(seconds)} s`;
  return { ...step, dropped: 0, askedToWait: seconds, kept: false, confidence: NOT_SURE, because: [says] };
}

/** One demand on a step, as a share of requests that may fail it. @param demand - `hiccup`: what may fail together */
function criterionOf(demand: { bad: number; count: number; allowed: number; hiccup?: number; says: string }) {
  const { bad, count, allowed, hiccup = 0, says } = demand;
  const isKept = bad <= allowed * count;
  const confidence = confidenceOf(bad, count, allowed);
  const mayBeHiccup = !isKept && bad - hiccup <= allowed * count;
  return { isKept, confidence: mayBeHiccup ? Math.min(NOT_SURE, confidence) : confidence, says };
}
