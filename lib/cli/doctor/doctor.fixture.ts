import { expect } from 'vitest';
import { z } from 'zod';
import { startReferenceServer, type ReferenceOptions } from '../../reference/server.ts';
import { runDoctor } from './doctor.ts';

/** No output may contain it. */
export const KEY = 'doctor-7b1e90c2-key';

/** What `petvet doctor --format json` prints. */
export const Said = z.object({
  schema: z.literal('petvet/doctor/1'),
  exitStatus: z.number(),
  target: z.object({ name: z.string(), baseUrl: z.string() }).optional(),
  requests: z.number(),
  lines: z.array(
    z.object({
      topic: z.string(),
      state: z.enum(['well', 'mend', 'unknown']),
      says: z.string(),
      toDo: z.string().optional(),
    }),
  ),
});

/**
 * What the doctor says of a service, by topic, each state before its sentence.
 *
 * @param place - the working folder, and the home
 */
export async function says(
  place: string,
  environment: Readonly<Record<string, string>>,
  over: Parameters<typeof runDoctor>[2] = {},
) {
  let out = '';
  const status = await runDoctor(
    { format: 'json' },
    terminalOf(place, environment, (text) => (out += text)),
    over,
  );
  const said = Said.parse(JSON.parse(out));
  expect(out).not.toContain(KEY);
  expect(said.exitStatus).toBe(status);
  const lines = Object.fromEntries(said.lines.map((line) => [line.topic, `${line.state}: ${line.says}`]));
  return { status, requests: said.requests, lines };
}

function terminalOf(place: string, environment: Readonly<Record<string, string>>, out: (text: string) => void) {
  return {
    out,
    err: () => {},
    pass: () => {},
    colour: false,
    live: false,
    width: 120,
    cwd: place,
    environment: { HOME: place, ...environment },
    today: '2026-11-21',
    interrupt: new AbortController().signal,
  };
}

/** The settings of a target without a name. */
export function settings(baseUrl: string, key = KEY): Record<string, string> {
  return { PETVET_BASE_URL: baseUrl, PETVET_API_KEY: key };
}

/** A reference server that knows {@link KEY}. */
export async function reference(options: ReferenceOptions = {}) {
  const server = await startReferenceServer({ keys: [{ key: KEY }], ...options });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}
