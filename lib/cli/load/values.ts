import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Objective } from '../../evidence/objective.ts';
import type { ChoiceFlags } from '../../targets/choice.ts';
import { nameFault } from '../../targets/name-fault.ts';

/** What the user says of a load run. */
export interface LoadFlags extends Pick<ChoiceFlags, 'gateFlags'> {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly asOf?: string;
  readonly allowPlainHttp?: boolean;
  readonly windows: number;
  /** Seconds. */
  readonly duration: number;
  readonly share: number;
  /** Seconds. */
  readonly stepSeconds: number;
  readonly slowdown?: number;
  readonly connections: number;
  /** The other caller of `isolation` sends no key. */
  readonly anonymous?: boolean;
  readonly createShare?: number;
  readonly objective: readonly Objective[];
  /** A file of objectives. */
  readonly objectives?: string;
  readonly startAt?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly keep?: number;
  readonly dashboard?: boolean;
  readonly installK6?: boolean;
  /** Where k6 sends its metrics: addresses of Prometheus remote write, and of OTLP over HTTP. */
  readonly prometheus?: string;
  readonly otlp?: string;
  readonly distributed?: number;
  readonly out?: string;
}

/** Reads `--objective`, which may be given several times: `p95<=200`, `p99.9<500ms`, `errors<=1%`. */
export function objective(text: string, before: readonly Objective[]): readonly Objective[] {
  const [, , percentile, figure] =
    /^\s*(p(\d{1,2}(?:\.\d{1,3})?)|errors)\s*<=?\s*(\d+(?:\.\d+)?)\s*(?:ms|%)?\s*$/.exec(text) ?? [];
  if (figure === undefined)
    throw new InvalidArgumentError('It must be an objective such as p95<=200 (milliseconds) or errors<=1 (per cent).');
  const metric = percentile === undefined ? 'errors' : (`p${Number(percentile)}` as const);
  return [...before, { metric, most: Number(figure) }];
}

/** Reads `--share`: above 0, and 1 at most. */
export function shareAboveNone(text: string): number {
  const read = Number(text);
  if (text.trim() === '' || !(read > 0 && read <= 1))
    throw new InvalidArgumentError('It must be above 0 and at most 1, e.g. 0.5.');
  return read;
}

/** Reads `--prometheus` and `--otlp`: an address of http or https. A password in it would stand in the list of processes. */
export function receiver(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:9090/api/v1/write.');
  // Not by the parser's words, which would repeat it.
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'the address for the metrics contains a password, which anyone who lists processes can see',
      'set K6_PROMETHEUS_RW_USERNAME and K6_PROMETHEUS_RW_PASSWORD, or K6_OTEL_HEADERS, and leave it out of the address',
    );
  return text;
}

/** Reads `--slowdown`: 1 at least. */
export function factor(text: string): number {
  const read = Number(text);
  if (text.trim() === '' || !(read >= 1)) throw new InvalidArgumentError('It must be 1 or more, e.g. 3.');
  return read;
}

/** Reads `--start-at`: a date of RFC 3339, or milliseconds since 1970. */
export function instant(text: string): number {
  const read = /^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(read)) throw new InvalidArgumentError('It must be a time such as 2026-11-21T12:00:00Z.');
  return read;
}

/** Options of k6 that silently replace the scenarios of a script, or slow them down. */
const REPLACING = [
  '--vus',
  '-u',
  '--duration',
  '-d',
  '--iterations',
  '-i',
  '--stages',
  '-s',
  '--rps',
  '--config',
  '-c',
];

/** Options of k6 that print or write requests as they are, the API key too. */
const TALKATIVE = ['--http-debug', '--log-output', '--console-output', '--traces-output'];

/**
 * Refuses options of k6 after `--` that would run something else than the scenario, or give the key away.
 *
 * @throws {UsageError} that names the option, and petvet's own instead
 */
export function refuseReplacing(options: readonly string[]): void {
  const [first] = options;
  if (first !== undefined && !first.startsWith('-'))
    throw new UsageError(
      `${JSON.stringify(first)} is not a k6 option`,
      nameFault(first) === undefined
        ? `did you mean --target ${first}? k6 options go after --`
        : 'k6 options go after --',
    );
  const replacing = options.find(
    (option) => REPLACING.includes(option.split('=', 1)[0] ?? '') || /^-[udis]\d|^-c./.test(option),
  );
  if (replacing !== undefined)
    throw new UsageError(
      `${replacing} would make k6 run something other than the scenario`,
      'use --windows and --connections, before the --',
    );
  const talkative = options.find((option) => TALKATIVE.includes(option.split('=', 1)[0] ?? ''));
  if (talkative !== undefined)
    throw new UsageError(
      `${talkative} would make k6 print or write requests as they are, including the API key`,
      'leave it out; the evidence of the run holds every request',
    );
}
