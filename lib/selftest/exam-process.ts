import { createInterface } from 'node:readline';
import { Sitting } from './exam-result.ts';
import { subjectsOf } from './exam-subjects.ts';
import { examineOne } from './exam.ts';

/**
 * Examines subjects for {@link examineApart}: reads a line of JSON for each run to be made, and prints one when it is
 * done. Ends when no more lines can come; what is then still running is interrupted.
 */
const interrupt = new AbortController();

// Who asked decides: it notices an interrupt itself, and ends the lines.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const subjects = new Map(subjectsOf().map((subject) => [subject.name, subject]));
const running = new Set<Promise<void>>();

async function examined({ name, seed, writes }: Sitting): Promise<void> {
  const subject = subjects.get(name);
  if (subject === undefined) throw new TypeError(`there is no ${name} to examine`);
  const result = await examineOne({ ...subject, writes }, seed, interrupt.signal);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const run = examined(Sitting.parse(JSON.parse(line))).finally(() => running.delete(run));
  running.add(run);
}
interrupt.abort();
await Promise.allSettled(running);
process.exit(0);
