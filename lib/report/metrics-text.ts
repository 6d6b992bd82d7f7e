import type { Outcome } from '../ledger/ledger.ts';

/** A value, and what tells it from others of its metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric; all are gauges: a run is over, and the next one says its own. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/**
 * Metrics as text: OpenMetrics 1.0, and Prometheus's own text format as well, so that the textfile collector of its node exporter
 * takes the file as it is. A metric without samples is left out.
 *
 * @param common - labels of every sample
 * @returns text that ends with `# EOF`
 */
export function metricsText(metrics: readonly Metric[], common: Readonly<Record<string, string>>): string {
  const lines = metrics.flatMap(({ name, help, samples }) =>
    samples.length === 0
      ? []
      : [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} gauge`,
          ...samples.map(({ labels, value }) => `${name}{${labelsOf({ ...common, ...labels })}} ${value}`),
        ],
  );
  return `${lines.join('\n')}\n# EOF\n`;
}

/** The sample of a metric that has one. */
export function one(value: number): readonly Sample[] {
  return [{ value }];
}

/** The outcome of a run: 1 for the one that it is, 0 for each other one. */
export function outcomeSamples(outcome: Outcome): readonly Sample[] {
  return OUTCOMES.map((each) => ({ labels: { outcome: each }, value: each === outcome ? 1 : 0 }));
}

const OUTCOMES: readonly Outcome[] = ['conforming', 'incomplete', 'violating', 'aborted'];

/** Without what a division of binary fractions adds. */
export function inSeconds(milliseconds: number): number {
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
