import { UsageError } from '../errors.ts';

/**
 * The date as of which the service is evaluated.
 *
 * @param flag - what the flag says, undefined when it is not given
 * @param today - the date of the run, YYYY-MM-DD
 * @param name - that flag, as an error names it
 * @throws UsageError when the flag is no date of the calendar in the form YYYY-MM-DD
 */
export function resolveAsOf(flag: string | undefined, today: string, name = '--as-of'): string {
  if (flag === undefined) return today;
  if (!isCalendarDate(flag))
    throw new UsageError(
      `${name} ${JSON.stringify(flag.slice(0, 40))} is not a date`,
      `write it as YYYY-MM-DD, e.g. ${name} 2030-12-06`,
    );
  return flag;
}

/** Whether a text is a date of the calendar in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 30 February is read as 2 March by some parsers: only a date that comes back as it was is one.
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text;
}
