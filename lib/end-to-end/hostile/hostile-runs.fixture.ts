import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** How a run against a hostile service ended. */
export type HostileRun = z.output<typeof HostileRun>;

const HostileRun = z.object({
  name: z.string(),
  status: z.number(),
  seconds: z.number(),
  /** What its report says; absent where there is none. */
  report: z
    .object({
      outcome: z.string(),
      sent: z.number(),
      /** How many rules have a verdict that rests on something. */
      judged: z.number(),
      /** The must rules that fail. */
      violated: z.array(z.string()),
      /** Of the page for people, in bytes. */
      pageSize: z.number(),
    })
    .optional(),
  showsKey: z.boolean(),
  /** Both streams. */
  printed: z.string(),
});

/** How many run at a time: most wait more than they work. */
const AT_A_TIME = 3;

/**
 * Vets the hostile services of these names in a process of their own.
 *
 * @returns the runs that came to an end, and what the process wrote to its error stream
 */
export async function vetHostile(names: readonly string[]): Promise<{ runs: HostileRun[]; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-hostile.fixture.ts')], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const runs: HostileRun[] = [];
  const waiting = [...names];
  let err = '';
  const next = () => {
    const name = waiting.shift();
    if (name !== undefined) child.stdin.write(`${name}\n`);
    else if (runs.length === names.length) child.stdin.end();
  };
  // A process that has died takes no more names; what is missing is told by the test.
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    runs.push(HostileRun.parse(JSON.parse(line)));
    next();
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let started = 0; started < AT_A_TIME; started++) next();
  await ended;
  return { runs, err };
}
