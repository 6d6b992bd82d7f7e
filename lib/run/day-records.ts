import { createHmac } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { makeFolder } from '../files/make-folder.ts';

const Count = z.int().nonnegative().max(1e9);

/** What one run has spent of a key on one day. Instants in milliseconds since 1970. */
const RecordShape = z.object({
  schema: z.literal('petvet/day-use/1'),
  /** Requests of this day. */
  sent: Count,
  /** Requests that the run has set aside for itself, those it has sent included; of no account once it is over. */
  planned: Count,
  /** The day's figure as the answers told it, where it was not declared. */
  perDay: Count.min(1).optional(),
  since: z.int(),
  seen: z.int(),
  pid: z.int(),
  host: z.string(),
  ended: z.boolean(),
});

/** One run's use of a key on one day. */
export type DayRecord = z.output<typeof RecordShape>;

/** A record, and the day (YYYY-MM-DD, UTC) and run that it is of. */
export interface FiledRecord {
  readonly day: string;
  readonly run: string;
  readonly record: DayRecord;
}

/** The records of one key. Every run has files of its own, so that two at the same time need no lock. */
export interface DayRecords {
  /** Those of all runs and of the days that are kept. */
  read(): FiledRecord[];
  /** Replaces the record of a run as a whole: who reads meanwhile sees the one before. */
  write(day: string, run: string, record: DayRecord): void;
  /** Takes away what is older than three days, of any key. */
  prune(today: string): void;
}

const NAME = /^(\d{4}-\d{2}-\d{2})\.([0-9a-f]{16})\.([0-9a-z]+)\.json$/;

/** Files that were being written when their run was killed go with the others. */
const DATED = /^(\d{4}-\d{2}-\d{2})\.[0-9a-f]{16}\.[0-9a-z]+\.json(?:\.new)?$/;

/** A record is a line. */
const READING = { bytes: 4_096, patience: 0 } as const;

const KEPT_MS = 3 * 86_400_000;

/**
 * Opens the records of a key. Whatever is wrong with the folder or a file in it, nothing is thrown: what cannot be read
 * counts as nothing.
 *
 * @param folder - made when the first record is written; only its user may read it
 * @param complain - told once what is wrong, as one sentence
 */
export function openDayRecords(folder: string, apiKey: string, complain: (says: string) => void): DayRecords {
  const key = fingerprintOf(apiKey);
  let complained = false;
  const attempt = <T>(act: () => T, otherwise: T, says: (cause: string) => string): T => {
    try {
      return act();
    } catch (error) {
      const cause = causeOf(error);
      if (cause === 'ENOENT') return otherwise;
      if (!complained) complain(says(cause));
      complained = true;
      return otherwise;
    }
  };
  const names = () =>
    attempt(
      () => readdirSync(folder),
      [],
      (cause) => `${folder} cannot be read (${cause}): today's use of the key counts from 0.`,
    );
  return {
    read: () =>
      names().flatMap((name) => {
        const [, day = '', owner, run = ''] = NAME.exec(name) ?? [];
        if (owner !== key) return [];
        const record = attempt(
          () => RecordShape.parse(JSON.parse(readGivenFile(join(folder, name), READING).toString())),
          undefined,
          () => `${join(folder, name)} is not a record of a key's use: it counts as 0.`,
        );
        return record === undefined ? [] : [{ day, run, record }];
      }),
    write: (day, run, record) =>
      attempt(
        () => {
          const file = join(folder, `${day}.${key}.${run}.json`);
          makeFolder(folder, 0o700);
          writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
          renameSync(`${file}.new`, file);
        },
        undefined,
        (cause) => `${folder} cannot be written (${cause}): later runs will not know what this one uses.`,
      ),
    prune(today) {
      const eldest = new Date(Date.parse(today) - KEPT_MS).toISOString().slice(0, 10);
      for (const name of names()) {
        const [, day = today] = DATED.exec(name) ?? [];
        if (day < eldest)
          attempt(
            () => rmSync(join(folder, name), { force: true }),
            undefined,
            (cause) => `${join(folder, name)} cannot be removed (${cause}).`,
          );
      }
    },
  };
}

/**
 * Stands for a key in a file name. Keys are long and random, so that nobody comes back from 64 bits of a one-way function
 * to one, nor needs to: two keys that share a fingerprint would only be counted together. It is the same on every day and
 * for every run, so no salt can be thrown in; the label keeps it from being compared with digests made elsewhere.
 */
function fingerprintOf(apiKey: string): string {
  return createHmac('sha256', 'petvet: the use of a key').update(apiKey).digest('hex').slice(0, 16);
}

function causeOf(error: unknown): string {
  if (error instanceof GivenFileError && error.isMissing) return 'ENOENT';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}
