import type { Outcome } from '../ledger/ledger.ts';
import type { LoadDocument } from '../shapes/load.ts';
import { printable } from '../text/printable.ts';
import { gateView } from './gate-view.ts';
import { limiterViews } from './limiter-view.ts';
import type { RunReport } from './run-report.ts';

/** A value, and what tells it from others of its metric. */
interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric: a gauge, as a run is over and the next one says its own, or what only grows as long as petvet runs. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
  readonly isCounter?: true;
}

/**
 * Metrics as text: OpenMetrics 1.0, and Prometheus's own text format as well, so that the textfile collector of its node exporter
 * takes the file as it is. A metric without samples is left out.
 *
 * @param common - labels of every sample
 * @returns text that ends with `# EOF`
 */
export function metricsText(metrics: readonly Metric[], common: Readonly<Record<string, string>>): string {
  const lines = metrics.flatMap(({ name, help, samples, isCounter = false }) =>
    samples.length === 0
      ? []
      : [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${isCounter ? 'counter' : 'gauge'}`,
          ...samples.map(
            ({ labels, value }) =>
              `${name}${isCounter ? '_total' : ''}{${labelsOf({ ...common, ...labels })}} ${value}`,
          ),
        ],
  );
  return `${lines.join('\n')}\n# EOF\n`;
}

/** The sample of a metric that has one. */
function one(value: number): readonly Sample[] {
  return [{ value }];
}

/** The outcome of a run: 1 for the one that it is, 0 for each other one. */
function outcomeSamples(outcome: Outcome): readonly Sample[] {
  return OUTCOMES.map((each) => ({ labels: { outcome: each }, value: each === outcome ? 1 : 0 }));
}

const OUTCOMES: readonly Outcome[] = ['conforming', 'incomplete', 'violating', 'aborted'];

/** Without what a division of binary fractions adds. */
function inSeconds(milliseconds: number): number {
  return Math.round(1_000 * milliseconds) / 1_000_000;
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

/** Source: OpenMetrics 1.0, section "Escaping". */
function escaped(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

/**
 * What a run came to, as metrics, so that a scheduled check has a graph and an alert. Every sample has the target and the plan as
 * labels, and no run's id: each run goes on with the series of the one before.
 *
 * @returns text of OpenMetrics 1.0
 */
export function renderCheckMetrics(report: RunReport): string {
  const { target, plan } = report.knowledge;
  return metricsText(metricsOfCheck(report), { target: printable(target), plan: plan.name });
}

function metricsOfCheck({ ledger, run, xrays, medianMilliseconds, coverage, profile, gate }: RunReport): Metric[] {
  const gated = gateView({ ...(gate !== undefined && { gate }) });
  return [
    {
      name: 'petvet_check_end_time_seconds',
      help: 'When the run ended, as a Unix time.',
      samples: one(inSeconds(run.endedAt)),
    },
    {
      name: 'petvet_check_duration_seconds',
      help: 'How long the run took.',
      samples: one(inSeconds(Math.max(0, run.endedAt - run.startedAt))),
    },
    {
      name: 'petvet_check_outcome',
      help: '1 for the outcome of the run.',
      samples: outcomeSamples(ledger.outcome),
    },
    {
      name: 'petvet_check_gate_passed',
      help: '1 where the gate passed, 0 where it failed; absent where no flag decides the exit status.',
      samples: gated === undefined ? [] : one(gated.hasPassed ? 1 : 0),
    },
    {
      name: 'petvet_check_profile_complete',
      help: '1 where the run verified all must rules that its profile promises, and none is violated.',
      samples: profile === undefined ? [] : [{ labels: { profile: profile.name }, value: profile.isComplete ? 1 : 0 }],
    },
    {
      name: 'petvet_rule_verdict',
      help: '1 for the verdict on each rule.',
      samples: ledger.rows.map(({ id, level, verdict }) => ({ labels: { rule: id, level, verdict }, value: 1 })),
    },
    {
      name: 'petvet_check_requests',
      help: 'Requests of the run.',
      samples: [
        { labels: { which: 'sent' }, value: run.sent },
        { labels: { which: 'refused' }, value: run.refused },
      ],
    },
    { name: 'petvet_check_created_pets', help: 'Pets that the run created.', samples: one(run.created.length) },
    {
      name: 'petvet_check_response_seconds',
      help: 'The median of how long responses took.',
      samples: medianMilliseconds === undefined ? [] : one(inSeconds(medianMilliseconds)),
    },
    {
      name: 'petvet_check_limiter_kind',
      help: '1 for each kind of limiter that the responses are consistent with.',
      samples: limiterViews(xrays).flatMap(({ period, looksLike }) =>
        looksLike.map((kind) => ({ labels: { period, kind }, value: 1 })),
      ),
    },
    {
      name: 'petvet_check_coverage_ratio',
      help: 'The share of the input model that the requests of the run covered.',
      samples:
        coverage === undefined
          ? []
          : (['partitions', 'pairs'] as const).map((of) => ({
              labels: { of },
              value: rounded(coverage[of].covered / Math.max(1, coverage[of].total)),
            })),
    },
  ];
}

function rounded(share: number): number {
  return Math.round(10_000 * share) / 10_000;
}

/**
 * What a load run came to, as metrics. Every sample has the target, the plan and the scenario as labels, and no run's id: each run goes
 * on with the series of the one before.
 *
 * @returns text of OpenMetrics 1.0
 */
export function openMetricsOf(document: LoadDocument): string {
  const { target, scenario } = document;
  return metricsText(metricsOfLoad(document), { target: target.name, plan: target.plan, scenario });
}

function metricsOfLoad(document: LoadDocument): Metric[] {
  const { run, requests, dropped, outcome, windows, latencies, objectives, rules, knee } = document;
  const sum = (of: (window: LoadDocument['windows'][number]) => number) =>
    windows.reduce((all, window) => all + of(window), 0);
  const verdicts = Map.groupBy(rules, ({ verdict }) => verdict);
  return [
    {
      name: 'petvet_load_end_time_seconds',
      help: 'When the run ended, as a Unix time.',
      samples: one(Date.parse(run.endedAt) / 1_000),
    },
    { name: 'petvet_load_duration_seconds', help: 'How long the run took.', samples: one(run.durationSeconds) },
    {
      name: 'petvet_load_outcome',
      help: '1 for the outcome of the run.',
      samples: outcomeSamples(outcome),
    },
    {
      name: 'petvet_load_shortfalls',
      help: 'Missed objectives and load that could not be generated.',
      samples: one(document.shortfalls?.length ?? 0),
    },
    {
      name: 'petvet_load_rules',
      help: 'Rules by verdict.',
      samples: Array.from(verdicts, ([verdict, { length }]) => ({ labels: { verdict }, value: length })),
    },
    {
      name: 'petvet_load_rule_violated',
      help: '1 for each violated rule.',
      samples: (verdicts.get('fail') ?? []).map(({ id, level }) => ({ labels: { rule: id, level }, value: 1 })),
    },
    {
      name: 'petvet_load_requests',
      help: 'Requests of the run; dropped: could not be sent in time.',
      samples: [
        { labels: { which: 'sent' }, value: requests.sent },
        { labels: { which: 'refused' }, value: requests.refused },
        { labels: { which: 'dropped' }, value: dropped },
      ],
    },
    {
      name: 'petvet_load_window_requests',
      help: 'Requests of all windows.',
      samples:
        windows.length === 0
          ? []
          : [
              { labels: { which: 'sent' }, value: sum(({ sent }) => sent) },
              { labels: { which: 'admitted' }, value: sum(({ admitted }) => admitted) },
              { labels: { which: 'refused' }, value: sum(({ refused }) => refused) },
              { labels: { which: 'other' }, value: sum(({ other }) => other) },
            ],
    },
    {
      name: 'petvet_load_rate_error_ratio',
      help: 'Max deviation of the rate from the requested rate, over the windows.',
      samples:
        windows.length === 0 ? [] : one(windows.reduce((most, { rateError }) => Math.max(most, rateError), 0) / 100),
    },
    {
      name: 'petvet_load_latency_seconds',
      help: 'Latency from the scheduled send time.',
      samples: latencies.flatMap(({ of, p50, p95, p99, most }) =>
        Object.entries({ p50, p95, p99, most }).map(([statistic, milliseconds]) => ({
          labels: { of, statistic },
          value: inSeconds(milliseconds),
        })),
      ),
    },
    {
      name: 'petvet_load_objective_kept',
      help: '1 where the objective is met.',
      samples: objectives.map(({ metric, most, isKept }) => ({
        labels: { objective: `${metric}<=${most}` },
        value: isKept ? 1 : 0,
      })),
    },
    {
      name: 'petvet_load_knee_requests_per_second',
      help: 'The highest rate that met the objectives.',
      samples: knee === undefined ? [] : one(knee),
    },
  ];
}
