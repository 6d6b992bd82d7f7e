import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Exchange, FailureKind } from './exchange.ts';

const Sample = z.object({
  scenario: z.string(),
  /** From 0; below 0 where a scenario only looks at the limit before it begins. */
  window: z.int(),
  caller: z.enum(['primary', 'second']),
  method: z.string(),
  target: z.string(),
  scheduled: z.number(),
  from: z.number(),
  to: z.number(),
  /** 0: there was no answer. */
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Milliseconds: of the request as a whole, and until its first byte was there. */
  duration: z.number(),
  waiting: z.number(),
  error: z.string().optional(),
  code: z.int().optional(),
});

/** One request of a load run as k6 saw it. Instants in milliseconds since 1970. */
export type LoadSample = z.infer<typeof Sample>;

const Line = z.union([
  z.object({ sample: Sample }),
  z.object({ fault: z.object({ scenario: z.string(), says: z.string() }) }),
]);

const Logged = z.object({ msg: z.string() });

/** What a script wrote: a sample, or what went wrong in it. */
export type LoadLine = z.infer<typeof Line>;

/** Reads what scripts wrote to k6's console, as k6 logs it in JSON. Lines of anybody else's are left out. */
export async function* readLoadLines(file: string): AsyncIterable<LoadLine> {
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
      failure: { kind: kindOfFailure(sample.code ?? 0), says: mask(error) },
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
