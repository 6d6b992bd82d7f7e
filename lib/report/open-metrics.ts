import type { LoadDocument } from '../shapes/load.ts';
import { inSeconds, metricsText, one, outcomeSamples, type Metric } from './metrics-text.ts';

/**
 * What a load run came to, as metrics. Every sample has the target, the plan and the scenario as labels, and no run's id: each run goes
 * on with the series of the one before.
 *
 * @returns text of OpenMetrics 1.0
 */
export function openMetricsOf(document: LoadDocument): string {
  const { target, scenario } = document;
  return metricsText(metricsOf(document), { target: target.name, plan: target.plan, scenario });
}

function metricsOf(document: LoadDocument): Metric[] {
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
