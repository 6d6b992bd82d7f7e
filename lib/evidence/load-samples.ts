import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Exchange, FailureKind } from './exchange.ts';

const Departure = z.object({
  /** Tells it apart from all others of its process; older samples have none. */
  key: z.string().optional(),
  scenario: z.string(),
  /** From 0; below 0 where a scenario only looks at the limit before it begins. */
  window: z.int(),
  caller: z.enum(['primary', 'second']),
  method: z.string(),
  target: z.string(),
  scheduled: z.number(),
  from: z.number(),
});

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
});

/** One request of a load run as k6 saw it. Instants in milliseconds since 1970. */
export type LoadSample = z.infer<typeof Sample>;

const Stop = z.object({
  why: z.enum(['refused', 'asked-to-wait', 'limit-differs', 'no-use']),
  says: z.string(),
  /** That the service announced, where it is the reason. */
  limit: z.int().optional(),
});

/** Why a script ended its run before its end. */
export type LoadStop = z.infer<typeof Stop>;

const Line = z.union([
  z.object({ sample: Sample }),
  z.object({ departure: Departure }),
  z.object({ stop: Stop }),
  z.object({ fault: z.object({ scenario: z.string(), says: z.string() }) }),
]);

const Logged = z.object({ msg: z.string() });

/** What a script wrote: that a request left, its sample, why it ended the run, or what went wrong in it. */
type LoadLine = z.infer<typeof Line>;

/** What is in a file of k6's console. */
export interface LoadConsole {
  /** In the order of sending; what left and was cut off by the end of the run is among them. */
  readonly samples: readonly LoadSample[];
  /** The first reason why a script ended the run. */
  readonly stop?: LoadStop;
  /** What went wrong in the scripts. */
  readonly faults: readonly string[];
}

/** Reads a file of k6's console, also one that breaks off. Where it is not there, nothing was written. */
export async function readLoadConsole(file: string): Promise<LoadConsole> {
  const samples: LoadSample[] = [];
  const faults: string[] = [];
  const underWay = new Map<string, z.infer<typeof Departure>>();
  let stop: LoadStop | undefined;
  let end = 0;
  for await (const line of existsSync(file) ? readLoadLines(file) : []) {
    if ('departure' in line) {
      underWay.set(line.departure.key ?? '', line.departure);
      end = Math.max(end, line.departure.from);
    } else if ('sample' in line) {
      underWay.delete(line.sample.key ?? '');
      end = Math.max(end, line.sample.to);
      samples.push(isCutOff(line.sample) ? { ...line.sample, isCutOff: true } : line.sample);
    } else if ('stop' in line) stop ??= line.stop;
    else faults.push(`${line.fault.scenario}: ${line.fault.says}`);
  }
  for (const departure of underWay.values()) samples.push(cutOff(departure, end));
  return { samples: samples.toSorted((a, b) => a.from - b.from), faults, ...(stop !== undefined && { stop }) };
}

/** k6 itself gave the request up because the run ended: no answer is nobody's fault then. */
function isCutOff({ status, error }: LoadSample): boolean {
  return status === 0 && error !== undefined && /\bcontext cancell?ed\b/.test(error);
}

/** A request of which only the departure is known. @param end - of the run, as far as known: it may have been counted until then */
function cutOff(departure: z.infer<typeof Departure>, end: number): LoadSample {
  return { ...departure, to: end, status: 0, headers: [], duration: 0, waiting: 0, isCutOff: true };
}

/** Reads what scripts wrote to k6's console, as k6 logs it in JSON. Lines of anybody else's are left out. */
async function* readLoadLines(file: string): AsyncIterable<LoadLine> {
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const logged = Logged.safeParse(parsed(text));
    const line = logged.success ? Line.safeParse(parsed(logged.data.msg)) : undefined;
    if (line?.success === true) yield line.data;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A sample as an exchange; bodies are not recorded.
 *
 * @param id - its number in the run, in the order of sending
 * @param mask - takes secrets out of what the service, or k6, said
 */
export function exchangeOfSample(sample: LoadSample, id: number, mask: (text: string) => string): Exchange {
  const {
    caller,
    method,
    target,
    from,
    to,
    status,
    headers,
    waiting,
    scenario,
    error = 'there was no answer',
  } = sample;
  const request = {
    method,
    target,
    headers: [
      ['Authorization', `Bearer {${caller}}`],
      ['Accept', 'application/json'],
      ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
    ],
    body: { kind: method === 'POST' ? 'not-recorded' : 'none' },
    credential: caller,
  } as const;
  if (status === 0)
    return {
      id,
      request,
      failure:
        sample.isCutOff === true
          ? { kind: 'interrupted', says: 'the run ended before its response was read' }
          : { kind: kindOfFailure(sample.code ?? 0), says: mask(error) },
      times: { startedAt: from, endedAt: to },
      probe: scenario,
    };
  return {
    id,
    request,
    answer: {
      status,
      headers: headers.map(([name, value]) => [mask(name), mask(value)]),
      body: { kind: 'not-recorded' },
    },
    times: { startedAt: from, answeredAt: Math.min(to, Math.max(from, from + waiting)), endedAt: to },
    probe: scenario,
  };
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
