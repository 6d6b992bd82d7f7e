import { writeFileSync } from 'node:fs';
import {
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** The dashboard of Grafana that the repository holds, beside what provisions it. */
export const DASHBOARD_FILE = 'docs/grafana/petvet-load.json';

/** As many of the 24 columns of a dashboard. */
const HALF = 12;
const HEIGHT = 8;

const SOURCE = { type: 'prometheus', uid: '$source' };

/** A line of a panel: what is asked of Prometheus, and its name. */
type Line = readonly [query: string, name: string];

/** What is asked of a run in progress is that of one target and one run; of what runs came to, of one target. */
const RUNNING = 'target=~"$target",testid=~"$run"';
const DONE = 'target=~"$target"';

/** What k6 says while a load runs, sent with `--prometheus`. */
const WHILE_IT_RUNS: readonly [title: string, unit: string, lines: readonly Line[]][] = [
  [
    'Requests per second by result',
    'reqps',
    [
      [`sum(rate(k6_petvet_admitted_total{${RUNNING}}[$__rate_interval]))`, 'admitted'],
      [`sum(rate(k6_petvet_refused_total{${RUNNING}}[$__rate_interval]))`, 'refused with 429'],
      [`sum(rate(k6_petvet_other_total{${RUNNING}}[$__rate_interval]))`, 'other'],
      [`sum(rate(k6_dropped_iterations_total{${RUNNING}}[$__rate_interval]))`, 'not sent in time'],
    ],
  ],
  [
    'Requests per second by status',
    'reqps',
    [[`sum by (status) (rate(k6_http_reqs_total{${RUNNING}}[$__rate_interval]))`, '{{status}}']],
  ],
  [
    'Latency from the scheduled send time',
    's',
    [
      [`max by (caller) (k6_petvet_latency_p50{${RUNNING}})`, 'p50 {{caller}}'],
      [`max by (caller) (k6_petvet_latency_p95{${RUNNING}})`, 'p95 {{caller}}'],
      [`max by (caller) (k6_petvet_latency_p99{${RUNNING}})`, 'p99 {{caller}}'],
    ],
  ],
  [
    'Connections',
    'short',
    [
      [`max(k6_vus{${RUNNING}})`, 'busy'],
      [`max(k6_vus_max{${RUNNING}})`, 'max'],
    ],
  ],
];

/** What each run came to, from its `metrics.prom`. */
const WHAT_RUNS_CAME_TO: readonly [title: string, unit: string, lines: readonly Line[]][] = [
  ['Outcome', 'short', [[`petvet_load_outcome{${DONE}} == 1`, '{{plan}} {{scenario}} {{outcome}}']]],
  ['Violated rules', 'short', [[`petvet_load_rule_violated{${DONE}}`, '{{plan}} {{scenario}} {{rule}}']]],
  ['Latency p95', 's', [[`petvet_load_latency_seconds{${DONE},statistic="p95"}`, '{{plan}} {{scenario}} {{of}}']]],
  ['Max rate error', 'percentunit', [[`petvet_load_rate_error_ratio{${DONE}}`, '{{plan}} {{scenario}}']]],
  ['Knee', 'reqps', [[`petvet_load_knee_requests_per_second{${DONE}}`, '{{plan}}']]],
  ['Shortfalls', 'short', [[`petvet_load_shortfalls{${DONE}}`, '{{plan}} {{scenario}}']]],
];

/** What `petvet watch --metrics` says of traffic that flows anyway. */
const TRAFFIC: readonly [title: string, unit: string, lines: readonly Line[]][] = [
  [
    'Segments that violate a rule',
    'short',
    [['sum by (rule) (increase(petvet_watch_segments_judged_total{verdict="fail"}[15m])) > 0', '{{rule}}']],
  ],
  [
    'Requests judged and skipped per second',
    'reqps',
    [
      ['sum by (source) (rate(petvet_watch_requests_total[$__rate_interval]))', 'judged {{source}}'],
      ['sum by (why) (rate(petvet_watch_skipped_total[$__rate_interval]))', 'skipped: {{why}}'],
    ],
  ],
  [
    'What callers owe, per second',
    'reqps',
    [
      ['sum(rate(petvet_watch_insisted_total[$__rate_interval]))', 'sent during Retry-After'],
      ['sum(rate(petvet_watch_get_pet_total[$__rate_interval]))', 'calls of getPet'],
    ],
  ],
];

/** The dashboard as JSON, in Grafana's classic model; ends with a line end. */
export function dashboardJson(): string {
  const dashboard = new DashboardBuilder('petvet load')
    .uid('petvet-load')
    .description('petvet load runs: live metrics, and the results of finished runs; traffic that petvet watches')
    .tags(['petvet', 'k6'])
    .tooltip(DashboardCursorSync.Crosshair)
    .refresh('5s')
    .time({ from: 'now-30m', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('source').label('Source').type('prometheus'))
    .withVariable(
      variable('target', 'label_values({__name__=~"k6_http_reqs_total|petvet_load_outcome"}, target)').label('Target'),
    )
    .withVariable(variable('run', 'label_values(k6_http_reqs_total{target=~"$target"}, testid)').label('Run'));
  dashboard.withRow(new RowBuilder('Live'));
  for (const parts of WHILE_IT_RUNS) dashboard.withPanel(panel(...parts));
  dashboard.withRow(new RowBuilder('Results'));
  for (const parts of WHAT_RUNS_CAME_TO) dashboard.withPanel(panel(...parts));
  dashboard.withRow(new RowBuilder('Traffic'));
  for (const parts of TRAFFIC) dashboard.withPanel(panel(...parts));
  return `${JSON.stringify(dashboard.build(), undefined, 2)}\n`;
}

/** The names of the metrics that its panels ask for. */
export function metricsAsked(): string[] {
  const queries = [...WHILE_IT_RUNS, ...WHAT_RUNS_CAME_TO].flatMap(([, , lines]) => lines.map(([query]) => query));
  return [...new Set(queries.flatMap((query) => query.match(/\b(?:k6|petvet_load)_\w+/g) ?? []))];
}

function variable(name: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .datasource(SOURCE)
    .query(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true);
}

function panel(title: string, unit: string, lines: readonly Line[]): PanelBuilder {
  const made = new PanelBuilder().title(title).unit(unit).min(0).datasource(SOURCE).span(HALF).height(HEIGHT);
  for (const [index, [query, name]] of lines.entries())
    made.withTarget(
      new DataqueryBuilder()
        .expr(query)
        .legendFormat(name)
        .refId(String.fromCharCode(0x41 + index)),
    );
  return made;
}

if (import.meta.main) writeFileSync(DASHBOARD_FILE, dashboardJson());
