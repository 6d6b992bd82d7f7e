import { kindOf } from './verdict-lines.ts';

/** Whether a recorded run is one of a service of the lab. */
export function isOfLab(name: string): boolean {
  return name.startsWith('lab/');
}

/** The names of the runs that stand for all: of each kind of outcome the first one in the order of the names. */
export function smallCorpus(golden: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const kinds = new Map<string, string>();
  for (const [name, lines] of golden) {
    const kind = kindOf({ name, lines });
    if (!kinds.has(kind)) kinds.set(kind, name);
  }
  return new Set(kinds.values());
}
