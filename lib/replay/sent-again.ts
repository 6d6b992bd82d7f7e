import type { Exchange } from '../evidence/exchange.ts';
import { missingCompany } from './company.ts';
import { mayHaveBeenEmpty } from './place.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { SentAgain } from './settled.ts';

/**
 * Holds a recorded exchange beside those of today that take its place.
 *
 * @param after - those of today's exchanges that do
 * @param cameAndWent - that the same request did not always show the fault then, in one clause
 */
export function besideToday(
  before: Exchange,
  { exchanges }: Pick<RecordedRun, 'exchanges'>,
  after: readonly Exchange[],
  today: readonly Exchange[],
  cameAndWent: string | undefined,
): SentAgain {
  const misses = cameAndWent ?? missingCompany(before, [...exchanges.values()], after, today);
  return {
    before,
    after,
    mayHaveBeenEmpty: mayHaveBeenEmpty(before, exchanges.values()),
    ...(misses !== undefined && { misses }),
  };
}
