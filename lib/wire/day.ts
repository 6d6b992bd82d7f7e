import { createAnnounced } from './announced.ts';
import type { LimitReading } from './limit-reading.ts';
import type { Figures } from './plan-figures.ts';

/** What the answers say of the day of one caller. */
export interface Day {
  leave(ticket: number): void;
  /** Tells that a request ended; `figures` as known by then. */
  arrive(ticket: number, reading: LimitReading | undefined, figures: Figures): void;
  /** What is left of the day, what is on its way not counted; undefined when no answer spoke of it. */
  left(): number | undefined;
  /** The day's figure, as the answers announce it. */
  limit(): number | undefined;
  /** When the day resets, ms since 1970; undefined when no answer said so. */
  resetAt(): number | undefined;
}

/** Heeds the headers wherever they speak of the day: when its figure stands there, or its Reset and more than a minute's figure. */
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
