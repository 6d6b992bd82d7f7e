import type { RefinedResponse, ResponseType } from 'k6/http';
import { SAMPLE_HEADERS } from '../lib/contract/load-lines.ts';
import { ShortLines, type Departure, type Asked } from './short-lines.ts';

/** Why a script ends the run before its end. */
export type StopReason = 'refused' | 'asked-to-wait' | 'limit-differs' | 'no-use';

/** Of this virtual user: each has an engine of its own. */
const lines = new ShortLines();

/**
 * Writes that a request leaves. When a run is cut off, k6 drops what is on its way without a word: the service may have counted it all
 * the same.
 */
export function writeDeparture(departure: Departure): void {
  console.log(JSON.stringify(lines.departure(departure)));
}

/**
 * Writes a sample as a line of its own at once, for a virtual user does not learn of its end: petvet reads it from k6's console output.
 * The line is short where another one said that the request left. Bodies are not kept, and no key is in it.
 */
export function writeSample(asked: Asked, answer: RefinedResponse<ResponseType>): void {
  const values = SAMPLE_HEADERS.map((name) => header(answer, name) ?? null);
  const { duration, waiting } = answer.timings;
  const { status } = answer;
  const error = status === 0 ? { error: answer.error, code: answer.error_code } : {};
  const short = lines.response(asked, { status, headers: values, duration, waiting, ...error });
  console.log(
    JSON.stringify(short ?? { sample: { ...asked, status, headers: named(values), duration, waiting, ...error } }),
  );
}

function named(values: readonly (string | null)[]): readonly (readonly [string, string])[] {
  return SAMPLE_HEADERS.flatMap((name, at): [string, string][] => {
    const value = values[at] ?? null;
    return value === null ? [] : [[name, value]];
  });
}

/** What a reason to stop rests on: the limit that the service announced, or the seconds that it asked to wait. */
export interface StopFigures {
  readonly limit?: number;
  readonly seconds?: number;
}

/** Writes why a script ends the run. */
export function writeStop(why: StopReason, says: string, figures: StopFigures = {}): void {
  console.log(JSON.stringify({ stop: { why, says, ...figures } }));
}

/** What a process says of itself when it comes to its end, so that whoever merges parts knows that they are whole. */
interface End {
  readonly run: string;
  /** k6's execution segment, and the bounds of all of them; empty where one process sends everything. */
  readonly segment: string;
  readonly sequence: string;
  /** What this process was told: the number of windows, and the rate limit of each. */
  readonly windows: number;
  readonly perWindow: number;
  readonly sent: number;
  readonly dropped: number;
}

/** Writes the end of a process. */
export function writeEnd(end: End): void {
  console.log(JSON.stringify({ end }));
}

/** Writes that something else than the service went wrong: an iteration that throws leaves k6's exit status at 0. */
export function writeFault(scenario: string, error: unknown): void {
  console.log(JSON.stringify({ fault: { scenario, says: String(error) } }));
}

/** The value of a header. */
export function header(answer: RefinedResponse<ResponseType>, name: string): string | undefined {
  return answer.headers[spelled(name)];
}

/** A header's name as k6 spells it, whatever the service does: each part with a capital, as Go has it. */
export function spelled(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
