import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../lib/contract/headers.ts';
import type { RefinedResponse, ResponseType } from 'k6/http';

/** Why a script ends the run before its end. */
export type StopReason = 'refused' | 'asked-to-wait' | 'limit-differs' | 'no-use';

/** Headers that a sample keeps: those that tell of the limit, and the clock that wrote them. */
const KEPT = [...Object.values(RATE_LIMIT_HEADERS), RETRY_AFTER, 'Date', 'Content-Type', 'Content-Length'];

/** Whose key a request carried; `none`: it carried none. */
export type Caller = 'primary' | 'second' | 'none';

/** What is known of a request before it leaves. */
export interface Departure {
  /** Tells it apart from all others of this process. */
  readonly key: string;
  readonly scenario: string;
  /** The window that it was meant for, from 0. */
  readonly window: number;
  readonly caller: Caller;
  readonly method: string;
  /** What follows the base address. */
  readonly target: string;
  /** Instants in milliseconds since 1970: when it should have left, and when it left. */
  readonly scheduled: number;
  readonly from: number;
}

/** And with its answer there. */
export interface Asked extends Departure {
  readonly to: number;
}

/**
 * Writes that a request leaves. When a run is cut off, k6 drops what is on its way without a word: the service may have counted it all
 * the same.
 */
export function writeDeparture(departure: Departure): void {
  console.log(JSON.stringify({ departure }));
}

/**
 * Writes a sample as a line of its own: petvet reads it from k6's console output. Bodies are not kept, and no key is in it.
 */
export function writeSample(asked: Asked, answer: RefinedResponse<ResponseType>): void {
  const headers = KEPT.flatMap((name) => {
    const value = header(answer, name);
    return value === undefined ? [] : [[name, value]];
  });
  const { duration, waiting } = answer.timings;
  const error = answer.status === 0 ? { error: answer.error, code: answer.error_code } : {};
  console.log(JSON.stringify({ sample: { ...asked, status: answer.status, headers, duration, waiting, ...error } }));
}

/** Writes why a script ends the run. @param limit - that the service announced, where it is the reason */
export function writeStop(why: StopReason, says: string, limit?: number): void {
  console.log(JSON.stringify({ stop: { why, says, ...(limit !== undefined && { limit }) } }));
}

/** What a process says of itself when it comes to its end, so that whoever merges parts knows that they are whole. */
interface End {
  readonly run: string;
  /** k6's execution segment, and the bounds of all of them; empty where one process sends everything. */
  readonly segment: string;
  readonly sequence: string;
  /** As this process was told: how many windows, and the figure of each. */
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
