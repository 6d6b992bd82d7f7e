import { randomBytes } from 'node:crypto';
import type { DaySpending } from '../probe/day-bounds.ts';
import type { DayPlace } from './day-place.ts';
import type { DayRecords } from './day-records.ts';

/** What a run writes of itself: a record for each day (UTC) that it sends on. */
export interface OwnDayRecord {
  /** The name of the run among the records. */
  readonly run: string;
  write(spending: DaySpending): void;
  /** Writes that the run is over. */
  end(): void;
}

/** Makes the record of a run, as one that has sent nothing. Nothing is on disk before the first `write`. */
export function createOwnDayRecord(records: DayRecords, place: DayPlace): OwnDayRecord {
  const run = randomBytes(6).toString('hex');
  const { pid, host } = place;
  const since = place.now();
  let day = dayOf(since);
  let last: DaySpending = { sent: 0, planned: 0 };
  /** What was sent on earlier days. */
  let before = 0;
  const put = (ended: boolean) => {
    const [sent, planned] = [last.sent - before, Math.max(0, last.planned - before)];
    const figure = last.perDay === undefined ? {} : { perDay: last.perDay };
    const seen = place.now();
    records.write(day, run, { schema: 'petvet/day-use/1', sent, planned, ...figure, since, seen, pid, host, ended });
  };
  return {
    run,
    write(spending) {
      const today = dayOf(place.now());
      if (today !== day) {
        put(true);
        before = last.sent;
        day = today;
      }
      last = { ...last, ...spending };
      put(false);
    },
    end: () => put(true),
  };
}

/** The day of an instant, YYYY-MM-DD in UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
