import { sleep } from 'k6';
import exec from 'k6/execution';
import http, { type Params } from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../lib/contract/headers.ts';
import { DOCUMENTED_STATUSES } from '../lib/contract/load-course.ts';
import { heed, requestHeaders, wanted, type Pets, type Wanted } from './ask.ts';
import { spelled, writeSample } from './sample.ts';
import { baseUrl, connections, createShare, rate, seconds, slowMs, step } from './settings.ts';

/** A response that takes longer is none: the request ends, so that a step has an end. */
export const PATIENCE_SECONDS = 25;

/** From the instant at which a request should have left until its answer was there. */
const latency = new Trend('petvet_latency', true);
/** Requests that were answered within the second half of the step. */
const answeredLate = new Counter('petvet_second_half');
/** Admitted requests that were slower than each bound of `slowMs`. */
const slow = slowMs.map((_, index) => new Counter(`petvet_slow_${index}`));

/** How many samples a second are written of all connections together; and how many of each that are odd. */
const SAMPLES_A_SECOND = 20;
const MOST_ODD = 5;

/** The headers as k6 spells them, all looked up in one object: making it is dear. */
const [LIMIT, REMAINING, RESET, RETRY] = [
  spelled(RATE_LIMIT_HEADERS.limit),
  spelled(RATE_LIMIT_HEADERS.remaining),
  spelled(RATE_LIMIT_HEADERS.reset),
  spelled(RETRY_AFTER),
];

const paramsOf = (method: 'GET' | 'POST'): Params => ({
  headers: requestHeaders('primary', method === 'POST'),
  redirects: 0,
  responseType: 'none',
  timeout: `${PATIENCE_SECONDS}s`,
});
const PARAMS = { GET: paramsOf('GET'), POST: paramsOf('POST') };

/**
 * Sends this connection's share of the requests of a step: each connection has every so manieth instant of the schedule, so that
 * each request knows its own. One that waits for its connection leaves later, and waits from its instant on; one for which the
 * step has no time left is not sent. k6's executors of a rate cost more, and skip instants when they are in a hurry.
 *
 * Few requests are written down: any that is not admitted or lacks a limit header, up to a number, and a sample of the others.
 *
 * @param count - of the requests of all connections
 */
export function sendOnSchedule(count: number, pets: Pets): void {
  const begin = exec.scenario.startTime;
  const own = exec.vu.idInTest - 1;
  const end = begin + seconds * 1_000;
  const half = begin + seconds * 500;
  const sampleEvery = (1_000 * connections) / SAMPLES_A_SECOND;
  const isSlow = slowMs.map(() => 0);
  const mix = mixOf(pets);
  let answered = 0;
  let odd = 0;
  let nextSample = 0;
  let limit: string | undefined;
  for (let nth = own; nth < count; nth += connections) {
    const scheduled = begin + (nth * 1_000) / rate;
    const wait = scheduled - Date.now();
    if (wait > 0) sleep(wait / 1_000);
    const from = Date.now();
    if (from >= end) break;
    const { method, target, url, body = null } = mix(nth);
    const answer = http.request(method, url, body, PARAMS[method]);
    const to = Date.now();
    if (to >= half && to < end) answered++;
    const { status, headers, timings } = answer;
    const isAdmitted = status === 200 || DOCUMENTED_STATUSES.includes(status);
    if (isAdmitted) {
      const took = Math.max(0, from - scheduled) + timings.duration;
      latency.add(took);
      for (let bound = 0; bound < slowMs.length; bound++)
        if (took > (slowMs[bound] ?? Infinity)) isSlow[bound] = (isSlow[bound] ?? 0) + 1;
    }
    const told = headers[LIMIT];
    const isUsual = isAdmitted && told === limit && headers[RETRY] === undefined;
    const isOdd = !isUsual || told === undefined || headers[REMAINING] === undefined || headers[RESET] === undefined;
    if ((isOdd && odd++ < MOST_ODD) || from >= nextSample) {
      nextSample = from + sampleEvery;
      // Not numbered one after the other, as those of which all are written down.
      const place = { key: `sampled.${own}.${nth}`, scenario: 'step', window: step, caller: 'primary' } as const;
      writeSample({ ...place, method, target, scheduled, from, to }, answer);
    }
    // More refusals would tell nothing new, and could get the key banned.
    if (!isUsual) heed(answer, { stopsWhenRefused: true });
    limit = told;
  }
  answeredLate.add(answered);
  for (const [index, counter] of slow.entries()) counter.add(isSlow[index] ?? 0);
}

/** The requests of the mix with their addresses, which are made once: they repeat, but for creations. */
function mixOf(pets: Pets): (nth: number) => Wanted & { readonly url: string } {
  const at = (nth: number) => {
    const one = wanted(nth, pets);
    return { ...one, url: `${baseUrl}${one.target}` };
  };
  if (createShare > 0) return at;
  const made = Array.from({ length: PERIOD * Math.max(1, pets.length) }, (_, nth) => at(nth));
  return (nth) => made[nth % made.length] ?? at(nth);
}

/** The number of requests after which the lists of the mix are the same again. */
const PERIOD = 12;
