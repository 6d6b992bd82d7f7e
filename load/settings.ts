/** What a scenario is told, all of it through the environment: `k6 run -e NAME=value`. Keys must not stand in arguments. */

/** A setting that must be there. */
function text(name: string): string {
  const value = __ENV[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

/** A positive number; the default where the setting is not there. */
function number(name: string, otherwise: number): number {
  const value = __ENV[name];
  if (value === undefined || value === '') return otherwise;
  const read = Number(value);
  if (!(read > 0)) throw new Error(`${name} is ${value}: a number above 0 is needed`);
  return read;
}

/** The service, and the key that meets its limit: a script may be packed without it, but never run. */
export const baseUrl = text('BASE_URL');
export const apiKey = __ENV['API_KEY'] ?? '';
/** Another caller's key; empty where there is none. */
export const secondApiKey = __ENV['SECOND_API_KEY'] ?? '';
/** Whether the other caller of a scenario sends no key at all. */
export const anonymous = __ENV['ANONYMOUS'] === '1';
/** Further headers of every request, as JSON: `[["X-Gateway", "…"]]`. */
export const headers: Record<string, string> = Object.fromEntries(JSON.parse(__ENV['REQUEST_HEADERS'] ?? '[]'));
/** Requests that the plan grants in a window. */
export const perMinute = Math.floor(number('PER_MINUTE', 60));
/** The length of that window in seconds; 60 but in test installations. */
export const windowSeconds = number('WINDOW_SECONDS', 60);
/**
 * Requests that it grants in a day. Without a figure that of the Free plan; for a limit of one's own all that its minutes grant: any
 * smaller figure could be taken for the daily quota when a service announces it.
 */
export const perDay = Math.floor(number('PER_DAY', perMinute === 60 ? 1_000 : 1_440 * perMinute));
/** How many windows are filled, or lasted for. */
export const windows = Math.floor(number('WINDOWS', 3));
/** Connections, which k6 has as many as virtual users. */
export const connections = Math.floor(number('CONNECTIONS', 20));
/** The share of the figure that a soak sends. */
export const share = number('SHARE', 0.5);
/** A step of a breakpoint: requests a second, for how many seconds, and its number from 0. */
export const rate = number('RATE', 1);
export const seconds = number('SECONDS', 10);
export const step = Math.floor(number('STEP', 1)) - 1;
/** Of a step: what its summary holds of latencies, besides the mean, and the bounds beyond which slow requests are counted, in milliseconds. */
export const trendStats: string[] = JSON.parse(__ENV['TREND_STATS'] ?? '["avg","med","max","p(95)","p(99)"]');
export const slowMs: number[] = JSON.parse(__ENV['SLOW_MS'] ?? '[]');
/** When the requests begin, in milliseconds since 1970, where several machines begin together; 0 where nothing says. */
export const startAt = Number(__ENV['START_AT'] ?? '0') || 0;
/** Creations among the requests, as a share; creations stay. */
export const createShare = Math.min(1, Number(__ENV['CREATE_SHARE'] ?? '0') || 0);
/** A category for what is created. */
export const categoryId = __ENV['CATEGORY_ID'] ?? '1';
/** Where the summary goes; nowhere when empty. */
export const summaryFile = __ENV['SUMMARY'] ?? '';
/** The name of the run, which several processes share. */
export const runId = __ENV['RUN_ID'] ?? '';
/** For the User-Agent. */
export const userAgent = __ENV['USER_AGENT'] ?? 'petvet-load';
/** Objectives as thresholds of k6, as JSON: `{"http_req_duration": ["p(95)<200"]}`. */
export const objectives: Record<string, string[]> = JSON.parse(__ENV['OBJECTIVES'] ?? '{}');
