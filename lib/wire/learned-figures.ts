import { PLAN_FIGURES } from '../contract/plans.ts';
import type { LimitReading } from './limit-reading.ts';
import { planFigures, type Figures } from './plan-figures.ts';

/** The figures of a caller as its answers show them. */
interface LearnedFigures {
  see(reading: LimitReading): void;
  /** The smallest figures that any Limit stands for. */
  figures(): Figures;
}

/** How many different Limits are tracked for a service that keeps changing its own: the smallest ones count. */
const MOST_LIMITS = 8;

/** @param window - the length of the minute window in milliseconds */
export function learnFigures(window: number): LearnedFigures {
  /** The farthest Reset seen with each Limit, in seconds. */
  const distances = new Map<number, number | undefined>();
  let figures: Figures = {};
  return {
    see({ at, limit, resetAt, farResetAt }) {
      const reset = resetAt ?? farResetAt;
      // A figure that belongs to no plan, beside a Reset that makes no sense, is ignored.
      if (limit === undefined || limit < 1 || (reset === undefined && !PLAN_FIGURES.includes(limit))) return;
      const distance = reset === undefined ? undefined : (reset - at) / 1_000;
      const known = distances.get(limit);
      if (distances.has(limit) && (distance === undefined || (known !== undefined && known >= distance))) return;
      if (!distances.has(limit) && distances.size >= MOST_LIMITS) return;
      distances.set(limit, distance);
      const all = [...distances].map(([each, farthest]) => planFigures(each, farthest, window / 1_000));
      const perMinute = least(all.flatMap((each) => each.perMinute ?? []));
      const perDay = least(all.flatMap((each) => each.perDay ?? []));
      figures = { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) };
    },
    figures: () => figures,
  };
}

function least(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}
