import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { readArchive } from './archive.ts';
import { judgeRecording, type JudgedRecording } from './verdict-lines.ts';

/** Which of the runs of an archive a thread judges: each `of`th, beginning with the one at `part`. */
export const Share = z.object({ archive: z.string(), part: z.number(), of: z.number() });
type Share = z.infer<typeof Share>;

const Judged = z.array(z.object({ name: z.string(), lines: z.array(z.string()) }));

/** Judges all runs of an archive, in as many threads as there are cores; in the order of their names. */
export async function judgeArchive(archive: string, threads = availableParallelism()): Promise<JudgedRecording[]> {
  const shares = Array.from({ length: threads }, (_, part) => judgeInThread({ archive, part, of: threads }));
  return (await Promise.all(shares)).flat().toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Judges the runs of one thread. */
export async function judgeShare({ archive, part, of }: Share): Promise<JudgedRecording[]> {
  const judged: JudgedRecording[] = [];
  let at = 0;
  for await (const recording of readArchive(archive))
    if (at++ % of === part) judged.push(await judgeRecording(recording));
  return judged;
}

function judgeInThread(share: Share): Promise<JudgedRecording[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'judge-thread.ts'), { workerData: share });
    worker.on('message', (message: unknown) => resolve(Judged.parse(message)));
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('a thread ended before its runs were judged')));
  });
}
