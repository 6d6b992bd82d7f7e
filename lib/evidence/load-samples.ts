import * as z from 'zod';
import { NO_BODY, UNRECORDED_BODY, type Exchange, type FailureKind, type SentRequest } from './exchange.ts';

const Departure = z.object({
  /** Distinguishes it from all others of its process; older samples have none. */
  key: z.string().optional(),
  scenario: z.string(),
  /** From 0; below 0 where a scenario only reads the limit before it begins. */
  window: z.int(),
  caller: z.enum(['primary', 'second', 'none']),
  method: z.string(),
  target: z.string(),
  scheduled: z.number(),
  from: z.number(),
});

/** What is known of a request when it leaves. */
export type LoadDeparture = z.infer<typeof Departure>;

const Sample = Departure.extend({
  to: z.number(),
  /** 0: there was no answer. */
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Milliseconds: of the request as a whole, and until its first byte was there. */
  duration: z.number(),
  waiting: z.number(),
  error: z.string().optional(),
  code: z.int().optional(),
  /** It left, and the run ended before its response was read. */
  isCutOff: z.literal(true).optional(),
  /** How many instants of its schedule were skipped before its own, because no virtual user was free; absent where none was. */
  skipped: z.int().min(1).optional(),
});

/** One request of a load run as k6 saw it. Instants in milliseconds since 1970. */
export type LoadSample = z.infer<typeof Sample>;

const Stop = z.object({
  why: z.enum(['refused', 'asked-to-wait', 'limit-differs', 'no-use']),
  says: z.string(),
  /** That the service announced, where it is the reason. */
  limit: z.int().optional(),
  /** That the service said to wait, where it is the reason. */
  seconds: z.number().min(0).optional(),
});

/** Why a script ended its run before its end. */
export type LoadStop = z.infer<typeof Stop>;

const End = z.object({
  /** The run that it is a part of. */
  run: z.string(),
  /** k6's execution segment, `1/3:2/3`, and the bounds of all of them, `0,1/3,2/3,1`; empty where one process sends everything. */
  segment: z.string(),
  sequence: z.string(),
  /** What the process was told: the number of windows, and the rate limit of each. */
  windows: z.int(),
  perWindow: z.int(),
  /** Requests, including those that read the limit before; and those that could not be started in time. */
  sent: z.int().min(0),
  dropped: z.int().min(0),
});

/** What a process reports about itself when it ends. */
export type LoadEnd = z.infer<typeof End>;

const SampleLine = z.object({ sample: Sample });
const DepartureLine = z.object({ departure: Departure });
const StopLine = z.object({ stop: Stop });
const EndLine = z.object({ end: End });
const FaultLine = z.object({ fault: z.object({ scenario: z.string(), says: z.string() }) });

/** What a script wrote: that a request left, its sample, why it ended the run, or what went wrong in it. */
export type LoadLine = z.infer<
  typeof SampleLine | typeof DepartureLine | typeof StopLine | typeof EndLine | typeof FaultLine
>;

/** By the word that a line begins with: trying one after the other is slow in a run of a million. */
export const LINES: ReadonlyMap<string, z.ZodType<LoadLine>> = new Map<string, z.ZodType<LoadLine>>([
  ['sample', SampleLine],
  ['departure', DepartureLine],
  ['stop', StopLine],
  ['end', EndLine],
  ['fault', FaultLine],
]);

/** The request of a sample; bodies are not recorded. */
export function requestOfSample({ caller, method, target }: LoadSample): SentRequest {
  return {
    method,
    target,
    headers: [
      ...(caller === 'none' ? [] : [['Authorization', `Bearer {${caller}}`] as const]),
      ['Accept', 'application/json'],
      ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
    ],
    body: method === 'POST' ? UNRECORDED_BODY : NO_BODY,
    credential: caller,
  };
}

/**
 * A sample as an exchange. Its times are those between which it certainly reached the service.
 *
 * @param id - its number in the run, in the order of sending
 * @param mask - removes secrets from what the service, or k6, said; there are none when absent
 */
export function exchangeOfSample(
  sample: LoadSample,
  id: number,
  mask?: (text: string) => string,
  request: SentRequest = requestOfSample(sample),
): Exchange {
  const { key, from, to, status, headers, scenario: probe, error = 'there was no response' } = sample;
  // k6 reports whole milliseconds, rounded down: an event may have happened up to a millisecond later.
  const until = Number.isInteger(to) ? to + 1 : to;
  const sender = key === undefined ? {} : { sender: key.replace(/\.\d+$/, '') };
  if (status === 0) {
    const failure =
      sample.isCutOff === true
        ? { kind: 'interrupted' as const, says: 'the run ended before its response was read' }
        : { kind: kindOfFailure(sample.code ?? 0), says: mask?.(error) ?? error };
    return { id, request, failure, times: { startedAt: from, endedAt: until }, probe, ...sender };
  }
  const pairs = mask === undefined ? headers : headers.map(([name, value]) => [mask(name), mask(value)] as const);
  const times = { startedAt: from, answeredAt: until, endedAt: until };
  return { id, request, answer: { status, headers: pairs, body: UNRECORDED_BODY }, times, probe, ...sender };
}

/** k6's error codes, by their hundreds where those say enough. */
function kindOfFailure(code: number): FailureKind {
  if (code === 1050) return 'timeout';
  if (code === 1212) return 'refused';
  if (code === 1220) return 'reset';
  if (code >= 1100 && code < 1200) return 'dns';
  if (code >= 1300 && code < 1400) return 'tls';
  return code >= 1500 && code < 1700 ? 'protocol' : 'other';
}
