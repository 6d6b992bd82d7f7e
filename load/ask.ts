import exec from 'k6/execution';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import { askedWait, createWaitReader } from '../lib/contract/asked-wait.ts';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../lib/contract/headers.ts';
import { documentedFor, DOCUMENTED_STATUSES } from '../lib/contract/load-course.ts';
import { PAGE, PET_STATUSES } from '../lib/contract/pets.ts';
import {
  header,
  writeDeparture,
  writeFault,
  writeSample,
  writeStop,
  type StopFigures,
  type StopReason,
} from './sample.ts';
import {
  apiKey,
  baseUrl,
  categoryId,
  createShare,
  headers,
  perDay,
  perMinute,
  secondApiKey,
  userAgent,
} from './settings.ts';
import type { Caller } from './short-lines.ts';

/** Admitted, refused with 429, and everything else that was answered or not; the last one is never to grow. */
const admitted = new Counter('petvet_admitted');
const refused = new Counter('petvet_refused');
const other = new Counter('petvet_other');
/** From the instant at which a request should have left until its answer was there: what its sender has to wait. */
const latency = new Trend('petvet_latency', true);
const errors = new Rate('petvet_errors');
/** Iterations that threw: k6 itself ends with 0 all the same. */
const faults = new Counter('petvet_faults');

http.setResponseCallback(http.expectedStatuses(...DOCUMENTED_STATUSES, 429));

/** Where a request belongs. */
export interface Place {
  readonly window?: number;
  readonly caller?: Caller;
  /** When it should have left by its number, in milliseconds since 1970; now where nothing says. */
  readonly scheduled?: number;
  /** Between two instants of its schedule, in milliseconds, where k6 skips those at which no virtual user is free. */
  readonly period?: number;
  /** The scenario provokes no refusal with this: the first one ends the run. */
  readonly stopsWhenRefused?: boolean;
  /** Whether so many requests leave in a second that writing each departure down would slow them. */
  readonly isFast?: boolean;
}

/** One request as the mix has it. */
export interface Wanted {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
}

/** Ids of pets for getPet: found by the first list that a scenario asks for. */
export type Pets = readonly string[];

/**
 * Sends one request of a realistic mix, and writes its sample. The mix follows from the number of the request, so that a run
 * can be repeated: three lists in four, with and without limit and status; else getPet; creations only where asked for.
 *
 * @param nth - the number of the request in its scenario, from 0
 */
export function ask(nth: number, pets: Pets, place: Place = {}): RefinedResponse<ResponseType> {
  return send(wanted(nth, pets), place);
}

/** Asks for a page of one pet, which is the cheapest question. */
export function askLittle(place: Place = {}): RefinedResponse<ResponseType> {
  return send({ method: 'GET', target: '/pets?limit=1' }, place);
}

/** Runs an iteration; what it throws is counted and written, for k6 would end with 0. */
export function iteration(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (isStopping) throw error;
    faults.add(1);
    writeFault(exec.scenario.name, error);
    throw error;
  }
}

/** The nth request of the mix. */
export function wanted(nth: number, pets: Pets): Wanted {
  if (createShare > 0 && Math.floor(nth * createShare) !== Math.floor((nth + 1) * createShare)) {
    const name = `petvet${nth.toString(36)}${Date.now().toString(36)}`.slice(0, 20);
    return { method: 'POST', target: '/pets', body: `{"name":"${name}","categoryId":${categoryId}}` };
  }
  const id = pets[nth % Math.max(1, pets.length)];
  if (nth % 4 === 3 && id !== undefined) return { method: 'GET', target: `/pets/${id}` };
  const limits = [1, PAGE.default, 50, PAGE.maximum];
  const limit = nth % 3 === 0 ? '' : `limit=${limits[nth % limits.length]}`;
  const status = nth % 2 === 0 ? '' : `status=${PET_STATUSES[nth % PET_STATUSES.length]}`;
  const query = [limit, status].filter((part) => part !== '').join('&');
  return { method: 'GET', target: query === '' ? '/pets' : `/pets?${query}` };
}

function send({ method, target, body }: Wanted, place: Place): RefinedResponse<ResponseType> {
  const { window = 0, caller = 'primary', isFast = false } = place;
  if (apiKey === '') exec.test.abort('API_KEY is not set');
  const from = Date.now();
  const scheduled = place.scheduled ?? from;
  // k6 knows no scenario while it sets up.
  const scenario = window < 0 ? 'before' : exec.scenario.name;
  const departure = {
    key: `${window < 0 ? 0 : exec.vu.idInTest}.${sent++}`,
    scenario,
    window,
    caller,
    method,
    target,
    scheduled,
    from,
  };
  if (!isFast) writeDeparture(departure);
  const answer = http.request(method, `${baseUrl}${target}`, body ?? null, {
    headers: requestHeaders(caller, body !== undefined),
    redirects: 0,
    tags: { name: `${method} /pets`, caller },
  });
  writeSample({ ...departure, to: Date.now() }, answer);
  const isAdmitted = documentedFor(caller).includes(answer.status);
  const tags = { caller };
  if (answer.status === 429) refused.add(1, tags);
  else if (isAdmitted) admitted.add(1, tags);
  else other.add(1, tags);
  errors.add(!isAdmitted && answer.status !== 429, tags);
  if (isAdmitted) latency.add(lateness(from - scheduled, place.period) + answer.timings.duration, tags);
  heed(answer, place);
  return answer;
}

/** What every request carries. */
export function requestHeaders(caller: Caller, hasBody: boolean): Record<string, string> {
  return {
    ...headers,
    ...(caller !== 'none' && { Authorization: `Bearer ${caller === 'second' ? secondApiKey : apiKey}` }),
    Accept: 'application/json',
    'User-Agent': userAgent,
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
}

/** Requests of this virtual user. */
let sent = 0;

/**
 * How late a request left, in milliseconds. How many instants were skipped before it is known at the end of the run only: until then
 * it counts from the last one before it, since k6 starts a request at its instant or never.
 */
function lateness(byNumber: number, period: number | undefined): number {
  const late = Math.max(0, byNumber);
  return period === undefined ? late : late % period;
}

const isMeant = createWaitReader();

/** What forbids to go on, whatever the scenario: a load keeps a rate, so it cannot keep a silence, nor a smaller limit. */
export function heed(
  answer: RefinedResponse<ResponseType>,
  { caller = 'primary', stopsWhenRefused = false }: Place,
): void {
  const { status } = answer;
  if (status === 429) {
    if (stopsWhenRefused)
      stopRun(
        'refused',
        `${whomOf(caller)} was refused with 429, which this scenario does not provoke: the run ends here`,
      );
    return;
  }
  const wait = askedSeconds(answer);
  if (wait > 0 && isMeant(status, 1_000 * wait, windowTold(answer))) {
    const time = wait < LONGEST_TOLD ? `${Math.ceil(wait)} s` : 'longer than a date can express';
    stopRun(
      'asked-to-wait',
      `the service said to wait ${time} (Retry-After on a ${status}): a load cannot, and the run ends here`,
      { seconds: Math.min(wait, LONGEST_TOLD) },
    );
  }
  if ((status === 401 && caller !== 'none') || status === 403) {
    stopRun('no-use', `the service responded to ${whomOf(caller)} with ${status}: the run ends here`);
  }
  const limit = announcedLimit(answer);
  if (
    caller === 'primary' &&
    DOCUMENTED_STATUSES.includes(status) &&
    limit !== undefined &&
    limit < perMinute &&
    limit !== perDay
  )
    stopRun(
      'limit-differs',
      `the service announces a limit of ${limit} (${RATE_LIMIT_HEADERS.limit}), and this load was told ${perMinute} a window`,
      { limit },
    );
}

function whomOf(caller: Caller): string {
  return caller === 'none' ? 'a request without a key' : `the ${caller} key`;
}

/** More seconds than a date holds. */
const LONGEST_TOLD = 8.64e12;

let isStopping = false;

/** Ends the run at once, in all virtual users, and writes why. What is on its way then is dropped by k6. */
export function stopRun(why: StopReason, says: string, figures?: StopFigures): never {
  isStopping = true;
  writeStop(why, says, figures);
  exec.test.abort(says);
  throw new Error(says);
}

/** How long an answer asks to wait, in seconds; 0 where it does not. */
export function askedSeconds(answer: RefinedResponse<ResponseType>): number {
  const value = header(answer, RETRY_AFTER);
  if (value === undefined) return 0;
  const date = Date.parse(header(answer, 'Date') ?? '');
  return (askedWait([value], Number.isNaN(date) ? Date.now() : date) ?? 0) / 1_000;
}

/** What a response says of its caller's window, by the service's clock where it has one. */
function windowTold(answer: RefinedResponse<ResponseType>): Parameters<typeof isMeant>[2] {
  const [remaining, reset] = [RATE_LIMIT_HEADERS.remaining, RATE_LIMIT_HEADERS.reset].map((name) => {
    const digits = /^\s*(\d{1,15})\s*$/.exec(header(answer, name) ?? '')?.[1];
    return digits === undefined ? undefined : Number(digits);
  });
  const date = Date.parse(header(answer, 'Date') ?? '');
  const now = Number.isNaN(date) ? Date.now() : date;
  return { remaining, untilReset: reset === undefined ? undefined : 1_000 * reset - now };
}

function announcedLimit(answer: RefinedResponse<ResponseType>): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\D|$)/.exec(header(answer, RATE_LIMIT_HEADERS.limit) ?? '')?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}

/** Whether a response is a page for people, which no service of this interface gives. */
export function isPageForPeople({ body }: RefinedResponse<ResponseType>): boolean {
  return typeof body === 'string' && /^\s*<(?:!doctype|html)\b/i.test(body.slice(0, 200));
}

/** Ids of listed pets, as text: numbers of JavaScript would round them. */
export function idsOf(answer: RefinedResponse<ResponseType>): Pets {
  const text = typeof answer.body === 'string' ? answer.body : '';
  return [...text.matchAll(/"id"\s*:\s*(-?\d+)/g)].flatMap((match) => match[1] ?? []).slice(0, 50);
}
