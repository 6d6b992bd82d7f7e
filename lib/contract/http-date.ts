const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MONTH = `(${MONTHS.join('|')})`;
const TIME = '([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d|60)';
const SHORT_DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';

/** The forms of an HTTP date: today's, that of RFC 850, and that of asctime. Recipients must accept all three. */
const TODAYS = new RegExp(`^${SHORT_DAY}, (\\d\\d) ${MONTH} (\\d{4}) ${TIME} GMT$`);
const RFC_850 = new RegExp(`^${LONG_DAY}, (\\d\\d)-${MONTH}-(\\d\\d) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^${SHORT_DAY} ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`);

/** A two-digit year that would lie further ahead than this is one of the past. Source: RFC 9110, section 5.6.7. */
const MOST_YEARS_AHEAD = 50;

/**
 * Reads an HTTP date (RFC 9110, section 5.6.7), letter case included. The name of the weekday is not compared with the date.
 *
 * @param now - milliseconds since 1970, to place a two-digit year
 * @returns milliseconds since 1970; undefined when the text is no HTTP date. Never throws.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  if (text === last.text) return last.instant;
  const asctime = ASCTIME.exec(text);
  if (asctime !== null) {
    const [, month = '', day, hour, minute, second, year] = asctime;
    return instant(Number(year), month, [day, hour, minute, second].map(Number));
  }
  const [, day, month = '', year = '', ...time] = TODAYS.exec(text) ?? RFC_850.exec(text) ?? [];
  const fullYear = year.length === 2 ? fullYearOf(Number(year), now) : Number(year);
  const read = instant(fullYear, month, [day, ...time].map(Number));
  if (year.length === 4) last = { text, instant: read };
  return read;
}

/** Many responses in a row were written within one second. Only of a date that does not depend on now. */
let last: { readonly text: string; readonly instant: number | undefined } = { text: '', instant: undefined };

function instant(
  year: number,
  month: string,
  [day = 0, hour = 0, minute = 0, second = 0]: number[],
): number | undefined {
  const midnight = Date.UTC(year, MONTHS.indexOf(month), day);
  if (month === '' || new Date(midnight).getUTCDate() !== day) return undefined;
  return midnight + ((hour * 60 + minute) * 60 + second) * 1_000;
}

function fullYearOf(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + twoDigits;
  return inThisCentury > thisYear + MOST_YEARS_AHEAD ? inThisCentury - 100 : inThisCentury;
}
