import { createAnnounced } from './announced.ts';
import type { LimitReading } from './limit-reading.ts';
import type { Figures } from './plan-figures.ts';

/** What the answers say about the daily limit of one caller. */
export interface Day {
  leave(ticket: number): void;
  /** Tells that a request ended; `figures` as known by then. */
  arrive(ticket: number, reading: LimitReading | undefined, figures: Figures): void;
  /** What remains of the day, not counting what is on its way; undefined when no answer told. */
  left(): number | undefined;
  /** The daily limit, as the answers announce it. */
  limit(): number | undefined;
  /** When the day resets, ms since 1970; undefined when no answer said so. */
  resetAt(): number | undefined;
}

/** Uses the headers wherever they are about the day: when they give its limit, or its Reset and more than a minute's limit. */
export function createDay(): Day {
  const announced = createAnnounced();
  let limit: number | undefined;
  let resetAt: number | undefined;
  return {
    leave: (ticket) => announced.leave(ticket),
    arrive(ticket, reading, { perMinute, perDay }) {
      const told = reading?.limit;
      const isDay =
        told !== undefined &&
        (told === perDay || (reading?.farResetAt !== undefined && perMinute !== undefined && told > perMinute)) &&
        told !== perMinute;
      if (!isDay || reading === undefined || reading.refused) {
        announced.arrive(ticket);
        return;
      }
      limit = told;
      if (announced.arrive(ticket, reading.remaining)) resetAt = reading.farResetAt ?? reading.resetAt ?? resetAt;
    },
    left: () => announced.left(),
    limit: () => limit,
    resetAt: () => resetAt,
  };
}
