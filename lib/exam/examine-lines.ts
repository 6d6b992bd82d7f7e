import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { endProcess } from '../files/end-process.ts';
import { Sitting } from './result.ts';
import { subjectsOf } from './subjects.ts';
import type { Subject } from './exam.ts';

/** What an interrupted run may take to put its things away, in milliseconds: many at once judge for ten seconds. */
const GRACE = 1_000;

/**
 * Examines subjects for {@link examineApart}, in a process of its own: reads a line of JSON for each run to be made, and
 * prints one when it is done. Ends the process when no more lines can come, as whoever asked was interrupted or is gone; what is then still running
 * is interrupted, and cut off where that takes long: nobody reads what it comes to.
 */
export async function examineLines(
  examine: (subject: Subject, sitting: Sitting, interrupt: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const interrupt = new AbortController();
  // Who asked decides: it notices an interrupt itself, and ends the lines.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});
  const subjects = new Map(subjectsOf().map((subject) => [subject.name, subject]));
  const running = new Set<Promise<void>>();
  const examined = async (sitting: Sitting): Promise<void> => {
    const { name, writes, maxRequests } = sitting;
    const subject = subjects.get(name);
    if (subject === undefined) throw new TypeError(`there is no ${name} to examine`);
    const result = await examine(
      { ...subject, writes, ...(maxRequests !== undefined && { maxRequests }) },
      sitting,
      interrupt.signal,
    );
    process.stdout.write(`${JSON.stringify(result)}\n`);
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const run = examined(Sitting.parse(JSON.parse(line))).finally(() => running.delete(run));
    running.add(run);
  }
  interrupt.abort();
  await Promise.race([Promise.allSettled(running), setTimeout(GRACE)]);
  endProcess(0);
}
