import { BudgetSpentError, DayShareSpentError, type HarnessError } from '../errors.ts';
import type { LaneName } from './lane.ts';

/** How many requests a run may still send, whatever the rate limit allows. */
export interface Allowance {
  /** Why a request of this caller may not leave; undefined when it may. */
  refusal(lane: LaneName): HarnessError | undefined;
  /** Counts a request that leaves. */
  spend(lane: LaneName): void;
  /** Sets the number of requests of the whole run. */
  allow(total: number): void;
  /** Sets how many requests of the daily limit the run may use. */
  allowToday(total: number): void;
  sent(): number;
}

/**
 * @param total - requests of the whole run
 * @param ofTheDay - how many requests of the key's daily limit the run may use; requests of a second key do not count
 */
export function createAllowance(total: number, ofTheDay: number): Allowance {
  let most = total;
  let sent = 0;
  let today = 0;
  let mostToday = ofTheDay;
  return {
    refusal(lane) {
      if (sent >= most) return new BudgetSpentError(sent);
      if (lane !== 'second' && today >= mostToday)
        return new DayShareSpentError(`${today} requests of this run count against it`);
      return undefined;
    },
    spend(lane) {
      sent += 1;
      if (lane !== 'second') today += 1;
    },
    allow(next) {
      most = next;
    },
    allowToday(next) {
      mostToday = next;
    },
    sent: () => sent,
  };
}
