import { isAbsolute, join, relative, resolve } from 'node:path';
import { printable } from '../../text/printable.ts';
import { renewHistory, takeIntoHistory } from '../../run/history/history.ts';
import type { Terminal } from './terminal.ts';

/** The flags that say where a report goes, and how many stay there. */
export interface PlaceFlags {
  readonly report?: string | undefined;
  readonly keep?: number | undefined;
}

/**
 * Takes a run in the default place into the history there; one that `--report` has put somewhere below that place is listed where
 * it is. A failure is a line on `err`: the run itself is judged.
 */
export async function keepHistory(directory: string, { report, keep }: PlaceFlags, terminal: Terminal): Promise<void> {
  const reports = join(terminal.cwd, 'reports');
  const isElsewhere = report !== undefined;
  if (isElsewhere && !isBelow(reports, resolve(terminal.cwd, directory))) return;
  try {
    await (isElsewhere ? renewHistory(reports) : takeIntoHistory(directory, keep));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.err(`petvet: the list of runs is not up to date: ${printable(why)}\n`);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
