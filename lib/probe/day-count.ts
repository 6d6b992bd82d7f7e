import type { Exchange } from '../evidence/exchange.ts';
import type { Wire, WireOptions } from '../wire/wire.ts';
import { dayAllowance, type DayBounds, type DaySpending } from './day-bounds.ts';

/** The wire's share of what bounds a run's day. */
export function dayOptions(bounds: DayBounds | undefined): Pick<WireOptions, 'dayAllowance' | 'dayShare'> {
  return bounds === undefined ? {} : { dayAllowance: dayAllowance(bounds), dayShare: bounds.share };
}

/**
 * Counts what a run spends of its key's day, and lets the wire know as soon as the answers tell the day's figure.
 *
 * @param planned - requests that the run means to send at most, as far as is known by then
 * @returns to be given every exchange once; what a second key sends is not of that day
 */
export function createDayCount(
  bounds: DayBounds | undefined,
  wire: Pick<Wire, 'figures' | 'allowToday'>,
  planned: () => number,
): (exchange: Exchange) => DaySpending {
  let sent = 0;
  return ({ request }) => {
    if (request.credential !== 'second') sent += 1;
    const { perDay } = wire.figures();
    if (bounds !== undefined && perDay !== undefined) wire.allowToday(dayAllowance({ ...bounds, perDay }));
    return { sent, planned: planned(), ...(perDay !== undefined && { perDay }) };
  };
}
