import { isAdmitted } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { LoadDocument } from '../shapes/load.ts';

/** What happened over the time of a run, in equal parts of it of a second at least: requests a second in each. */
export type Course = LoadDocument['course'];

/** No chart has more parts. */
const MOST_PARTS = 240;

/** Requests a second over the time of a run. */
export function courseOf(samples: readonly LoadSample[]): Course {
  const { seconds } = timeOf(samples);
  const partSeconds = Math.max(1, Math.ceil(seconds / MOST_PARTS));
  const rates = ratesOver(samples, partSeconds);
  return {
    partSeconds,
    asked: rates.map(({ asked }) => asked),
    sent: rates.map(({ admitted, refused, other }) => admitted + refused + other),
    admitted: rates.map(({ admitted }) => admitted),
    refused: rates.map(({ refused }) => refused),
  };
}

/** What became of the requests of one part of a run, a second. */
export interface Rate {
  /** Requests that should have left. */
  readonly asked: number;
  readonly admitted: number;
  readonly refused: number;
  /** Neither a documented answer nor 429. */
  readonly other: number;
}

/** From the first request, sent or due, to the last: when it begins, in milliseconds since 1970, and how long it takes. */
export function timeOf(samples: readonly LoadSample[]): { readonly begin: number; readonly seconds: number } {
  if (samples.length === 0) return { begin: 0, seconds: 0 };
  const begin = samples.reduce((least, { from, scheduled }) => Math.min(least, from, scheduled), Infinity);
  const end = samples.reduce((most, { from, scheduled }) => Math.max(most, from, scheduled), -Infinity);
  return { begin, seconds: (end - begin) / 1_000 };
}

/** What was asked for, and what became of it, in equal parts of a run: requests a second. None where nothing was sent. */
function ratesOver(samples: readonly LoadSample[], partSeconds: number): Rate[] {
  if (samples.length === 0) return [];
  const { begin, seconds } = timeOf(samples);
  const counts = Array.from({ length: Math.floor(seconds / partSeconds) + 1 }, nothing);
  const at = (instant: number) => counts[Math.floor((instant - begin) / 1_000 / partSeconds)];
  for (const { scheduled, from, status, caller } of samples) {
    const asked = at(scheduled);
    const sent = at(from);
    if (asked !== undefined) asked.asked += 1;
    if (sent !== undefined) sent[becameOf({ status, caller })] += 1;
  }
  return counts.map(({ asked, admitted, refused, other }) => ({
    asked: asked / partSeconds,
    admitted: admitted / partSeconds,
    refused: refused / partSeconds,
    other: other / partSeconds,
  }));
}

/** A gap that is this many times as long as the one before it is a pause. */
const PAUSE = 4;

/**
 * The same, with each request spread over the time until the next one, as far as that is within a part: a steady rate looks steady
 * whatever the length of the parts, and no request is lost or counted twice.
 */
export function evenRatesOver(samples: readonly LoadSample[], partSeconds: number): Rate[] {
  if (samples.length === 0) return [];
  const { begin, seconds } = timeOf(samples);
  const part = partSeconds * 1_000;
  const parts = Array.from({ length: Math.floor(seconds / partSeconds + 1e-9) + 1 }, nothing);
  // What would reach beyond the end belongs to the last part.
  const into = (at: number) => parts[at] ?? parts.at(-1);
  const add = (name: keyof Rate, from: number, span: number) => {
    const first = Math.floor((from - begin) / part);
    const last = span === 0 ? first : Math.ceil((from - begin + span) / part) - 1;
    for (let at = first; at <= last; at++) {
      const [left, right] = [begin + at * part, begin + (at + 1) * part];
      const share = span === 0 ? 1 : (Math.min(right, from + span) - Math.max(left, from)) / span;
      const rate = into(at);
      if (rate !== undefined) rate[name] += share / partSeconds;
    }
  };
  const spans = (instants: readonly number[]) =>
    instants.map((instant, index) => {
      const before = instant - (instants[index - 1] ?? -Infinity);
      const after = (instants[index + 1] ?? instant + Math.min(before, part)) - instant;
      // A silence begins with the last request before it, not in the middle of it.
      return Math.min(part, after, PAUSE * before);
    });
  const due = samples.map(({ scheduled }) => scheduled).toSorted((a, b) => a - b);
  for (const [index, span] of spans(due).entries()) add('asked', due[index] ?? begin, span);
  const sent = samples.toSorted((a, b) => a.from - b.from);
  for (const [index, span] of spans(sent.map(({ from }) => from)).entries()) {
    const sample = sent[index];
    if (sample !== undefined) add(becameOf(sample), sample.from, span);
  }
  return parts;
}

/** A part in which nothing has been counted yet. */
function nothing(): { -readonly [name in keyof Rate]: number } {
  return { asked: 0, admitted: 0, refused: 0, other: 0 };
}

function becameOf({ status, caller }: Pick<LoadSample, 'status' | 'caller'>): 'admitted' | 'refused' | 'other' {
  return isAdmitted({ status, caller }) ? 'admitted' : status === 429 ? 'refused' : 'other';
}
