import type { Environment } from '../targets/environment.ts';

/** Where k6 sends its metrics while a load runs. */
export interface MetricsReceivers {
  /** An address of Prometheus remote write, such as http://127.0.0.1:9090/api/v1/write. */
  readonly prometheus?: string;
  /** An address of OTLP over HTTP, such as http://127.0.0.1:4318 or …/v1/metrics. */
  readonly otlp?: string;
}

/** What tells one run's metrics from another's. */
export interface MetricsOf {
  readonly run: string;
  readonly target: string;
  readonly plan: string;
}

/** What k6 is given to send its metrics. */
export interface MetricsSettings {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** What machines elsewhere are given to send their metrics. */
export interface RemoteMetrics {
  /** Arguments of k6: `--tag`, `name=value`, … */
  readonly tags: readonly string[];
  /** Environment variables, and the names of those whose values are secret. */
  readonly open: readonly (readonly [name: string, value: string])[];
  readonly secrets: readonly string[];
}

/** Of latencies; k6 itself sends the 99th percentile only. */
const TREND_STATS = 'avg,p(50),p(95),p(99),max';

/** The path at which a receiver of OTLP takes metrics. Source: OTLP 1, "OTLP/HTTP Request". */
const OTLP_PATH = '/v1/metrics';

/** Settings of k6's outputs that hold a secret. */
const SECRET = /^K6_(?:PROMETHEUS_RW|OTEL)_.*(?:PASSWORD|TOKEN|HEADERS|SECRET_KEY|ACCESS_KEY)/;

/**
 * The outputs of k6 that send its metrics to receivers, with what tells this run from others as tags: `testid` is the one that
 * dashboards for k6 know. Settings of k6 that the user's environment has stay as they are: a password, a token, headers, the
 * interval, which statistics.
 */
export function metricsSettings(
  { prometheus, otlp }: MetricsReceivers,
  { run, target, plan }: MetricsOf,
  environment: Environment,
): MetricsSettings {
  const tags = [`testid=${run}`, `target=${target}`, `plan=${plan}`].flatMap((tag) => ['--tag', tag]);
  const outputs = [
    ...(prometheus === undefined ? [] : ['--out', 'experimental-prometheus-rw']),
    ...(otlp === undefined ? [] : ['--out', 'opentelemetry']),
  ];
  if (outputs.length === 0) return { args: [], environment: {} };
  const defaults = {
    K6_PROMETHEUS_RW_TREND_STATS: TREND_STATS,
    // Without them the last value of a run stands in a dashboard for five minutes more.
    K6_PROMETHEUS_RW_STALE_MARKERS: 'true',
    K6_OTEL_METRIC_PREFIX: 'k6_',
    K6_OTEL_SERVICE_NAME: 'petvet-load',
    K6_OTEL_SINGLE_COUNTER_FOR_RATE: 'true',
  };
  return {
    args: [...outputs, ...tags],
    environment: {
      ...Object.fromEntries(Object.entries(defaults).filter(([name]) => environment[name] === undefined)),
      // k6 takes a variable HEADERS for its own, whoever meant what by it.
      ...(prometheus !== undefined && { K6_PROMETHEUS_RW_SERVER_URL: prometheus, HEADERS: '' }),
      ...(otlp !== undefined && otlpSettings(new URL(otlp))),
    },
  };
}

function otlpSettings({ protocol, host, pathname }: URL): Record<string, string> {
  return {
    K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
    K6_OTEL_HTTP_EXPORTER_ENDPOINT: host,
    K6_OTEL_HTTP_EXPORTER_URL_PATH: pathname === '/' ? OTLP_PATH : pathname,
    K6_OTEL_HTTP_EXPORTER_INSECURE: `${protocol === 'http:'}`,
  };
}

/**
 * The same for machines elsewhere, which have nothing of this one's environment: what is set here for k6's outputs goes along. The
 * outputs are named by a variable, as what packs the script anew there knows no `--out`.
 */
export function remoteMetrics(receivers: MetricsReceivers, of: MetricsOf, environment: Environment): RemoteMetrics {
  const { args, environment: own } = metricsSettings(receivers, of, environment);
  if (args.length === 0) return { tags: [], open: [], secrets: [] };
  const outputs = args.flatMap((arg, index) => (arg === '--out' ? [args[index + 1] ?? ''] : []));
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /^K6_(?:PROMETHEUS_RW|OTEL)_/.test(name) ? [[name, value] as const] : [],
  );
  const settings = Object.entries(own).filter(([name]) => name !== 'HEADERS');
  const all = Object.fromEntries([...given, ...settings, ['K6_OUT', outputs.join(',')] as const]);
  return {
    tags: args.slice(2 * outputs.length),
    open: Object.entries(all).filter(([name]) => !isSecret(name)),
    secrets: Object.keys(all).filter(isSecret),
  };
}

function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** What receivers are told to let metrics in, by the name of its setting: none of it may be printed. */
export function receiverSecrets(environment: Environment): Record<string, string> {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET.test(name) ? [[name, value] as const] : [],
  );
  // Headers are lists of names and values; a value alone is secret, too.
  return Object.fromEntries(
    secrets.flatMap(([name, value]) => [
      [name, value],
      ...value.split(',').flatMap((pair, index) => {
        const [, inPair] = /^[^:=]+[:=]\s*(?:(?:Bearer|Basic)\s+)?(.+)$/i.exec(decoded(pair)) ?? [];
        return inPair === undefined ? [] : [[`${name}-${index + 1}`, inPair] as const];
      }),
    ]),
  );
}

/** A header of OpenTelemetry's may be percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What k6 says when a receiver does not take metrics: its words, by the protocol. */
const NOT_TAKEN = {
  'Prometheus remote write': /Failed to send the time series data|marking time series as stale failed/,
  OpenTelemetry: /failed to upload metrics|OpenTelemetry metric provider|retry-able request failure/,
} as const;

/** Listens to what k6 prints of its outputs, so that a receiver that is down is told of once. */
export class MetricsWatch {
  readonly #lost = new Map<string, { times: number; last: string }>();

  /** @param lines - of k6, as JSON. @returns those that are not about a receiver */
  rest(lines: string): string {
    return lines
      .split(/(?<=\n)/)
      .filter((line) => {
        const protocol = Object.entries(NOT_TAKEN).find(([, words]) => words.test(line))?.[0];
        if (protocol === undefined) return true;
        this.#lost.set(protocol, { times: (this.#lost.get(protocol)?.times ?? 0) + 1, last: saidIn(line) });
        return false;
      })
      .join('');
  }

  /** A clause for each receiver that did not take everything. */
  told(): string[] {
    return Array.from(this.#lost, ([protocol, { times, last }]) => {
      const often = times === 1 ? 'once' : `${times} times`;
      return `metrics were not accepted (${protocol}, ${often}): ${last}`;
    });
  }
}

/** The error of a line of k6's, else its message. */
function saidIn(line: string): string {
  const [, error] = /"error":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  const [, message] = /"msg":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  const text = error ?? message;
  const said: unknown = text === undefined ? line.trim() : JSON.parse(text);
  return String(said)
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')
    .trimEnd();
}
