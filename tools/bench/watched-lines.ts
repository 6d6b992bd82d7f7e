import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const Measured = z.object({ seconds: z.number(), megabytes: z.number() });

/** What judging the log of a gateway costs: the seconds of a core for a million lines, and the most memory, in megabytes. */
export async function watchedLines(): Promise<z.infer<typeof Measured>> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'watched-lines-process.ts'),
  ]);
  return Measured.parse(JSON.parse(stdout));
}
