import type { LoadSample } from '../evidence/load-samples.ts';

/** How reports name a caller of a load. */
interface CallerNames {
  /** Of its requests, in a table. */
  readonly name: string;
  /** After the number of a window; the primary key's windows have none. */
  readonly note: string;
  /** The p95 of its latency, in a sentence. */
  readonly itsP95: string;
}

/** The names of all callers. */
export const CALLERS: Readonly<Record<LoadSample['caller'], CallerNames>> = {
  primary: { name: 'primary key', note: '', itsP95: "the primary key's p95" },
  second: { name: 'second key', note: ', second key', itsP95: "the second key's p95" },
  none: { name: 'without a key', note: ', without a key', itsP95: 'the p95 of the requests without a key' },
};
