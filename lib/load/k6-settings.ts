import type { Objective } from '../evidence/objective.ts';
import type { Target } from '../targets/target.ts';
import type { LoadFigures } from './scenarios.ts';

/** What a run tells its script besides the target. */
export interface LoadSettings extends LoadFigures {
  /** Creations among the requests, from 0 to 1. */
  readonly createShare: number;
  readonly objectives: readonly Objective[];
  /** The other caller of `isolation` sends no key. */
  readonly anonymous?: boolean;
  /** When the requests begin, in milliseconds since 1970, where several machines begin together. */
  readonly startAt?: number;
  /** Where k6's summary goes. */
  readonly summaryFile: string;
  readonly userAgent: string;
  /** The name of the run; several processes that make it together have the same one. */
  readonly run: string;
}

/** The settings that are secret: they never stand in an argument, an archive or a manifest. Headers may hold a password of a gateway. */
export const SECRET_SETTINGS: readonly string[] = [
  'API_KEY',
  'SECOND_API_KEY',
  'REQUEST_HEADERS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
];

/**
 * The environment of k6: every setting of the script. The keys stand in it, so none stands in an argument. k6's Prometheus output reads
 * a variable `HEADERS`, so the script's has another name.
 */
export function k6Environment(target: Target, settings: LoadSettings): Record<string, string> {
  const {
    perMinute,
    perDay,
    windowSeconds,
    windows,
    share,
    startAt,
    connections,
    anonymous,
    createShare,
    objectives,
    summaryFile,
    userAgent,
    run,
  } = settings;
  return {
    BASE_URL: target.baseUrl,
    API_KEY: target.apiKey,
    SECOND_API_KEY: target.secondApiKey ?? '',
    REQUEST_HEADERS: JSON.stringify(target.headers),
    PER_MINUTE: `${perMinute}`,
    WINDOW_SECONDS: `${windowSeconds}`,
    ...(perDay !== undefined && { PER_DAY: `${perDay}` }),
    WINDOWS: `${windows}`,
    SHARE: `${share}`,
    ...(startAt !== undefined && { START_AT: `${startAt}` }),
    CONNECTIONS: `${connections}`,
    ...(anonymous === true && { ANONYMOUS: '1' }),
    CREATE_SHARE: `${createShare}`,
    ...(target.categoryId !== undefined && { CATEGORY_ID: `${target.categoryId}` }),
    OBJECTIVES: JSON.stringify(thresholdsOf(objectives)),
    SUMMARY: summaryFile,
    USER_AGENT: userAgent,
    RUN_ID: run,
    ...(target.proxy !== undefined && { HTTP_PROXY: target.proxy, HTTPS_PROXY: target.proxy }),
  };
}

/** Objectives as k6 has them: on the latency from the scheduled instant on, and on the share of requests without a good answer. */
function thresholdsOf(objectives: readonly Objective[]): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  for (const { metric, most } of objectives) {
    const name = metric === 'errors' ? 'petvet_errors' : 'petvet_latency';
    const condition = metric === 'errors' ? `rate<=${most / 100}` : `p(${metric.slice(1)})<=${most}`;
    thresholds[name] = [...(thresholds[name] ?? []), condition];
  }
  return thresholds;
}
