import { altering, type HostileService, type Turn } from './raw-service.fixture.ts';

/** A service whose headers are these; 130 is right where it makes a run wait. */
function telling(
  name: string,
  headers: (turn: Turn) => Record<string, string>,
  statuses: readonly number[] = [1],
): HostileService {
  return { name, answer: altering((turn) => ({ headers: headers(turn) })), statuses, report: true };
}

function refusing(name: string, headers: Record<string, string>): HostileService {
  return { name, answer: altering(() => ({ status: 429, headers })), statuses: [1, 2, 130], report: false };
}

const figures = (value: string) => ({
  'X-RateLimit-Limit': value,
  'X-RateLimit-Remaining': value,
  'X-RateLimit-Reset': value,
});

/** Whether it waits, and for how long, hangs on what such a figure is taken for. */
const ANY = [0, 1, 2, 130];

/** Services whose limits, waits and clocks are hostile. */
export const LIMITS: readonly HostileService[] = [
  ...['NaN', '-1', '1e400', '', '0', '9'.repeat(400), '60, 60', 'Infinity', '0x3c', '١٢'].map((value) =>
    telling(
      `rate limit headers of ${JSON.stringify(value.slice(0, 12))}`,
      () => figures(Buffer.from(value).toString('latin1')),
      [1, 130],
    ),
  ),
  telling('Remaining 0 always', () => ({ 'X-RateLimit-Remaining': '0' }), ANY),
  telling('a Reset in the year 275760', () => ({ 'X-RateLimit-Reset': '8640000000000' }), [1, 130]),
  telling('a Reset in milliseconds', () => ({ 'X-RateLimit-Reset': `${Date.now()}` }), [1, 130]),
  telling(
    'a Reset that never comes nearer',
    () => ({
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': `${Math.ceil(Date.now() / 1_000) + 60}`,
    }),
    ANY,
  ),
  refusing('429 always, at once again', { 'Retry-After': '0' }),
  refusing('429 always, in a second', { 'Retry-After': '1' }),
  refusing('429 always, without Retry-After', {}),
  refusing('429 always, in a century', { 'Retry-After': '3153600000' }),
  refusing('429 always, in a number of 400 digits', { 'Retry-After': '9'.repeat(400) }),
  refusing('429 always, at a date that is none', { 'Retry-After': 'Someday, 99 Foo 99999 99:99:99 GMT' }),
  refusing('429 always, before 1970', { 'Retry-After': 'Thu, 01 Jan 1800 00:00:00 GMT' }),
  telling('a Date that is none', () => ({ Date: 'yesterday' }), [0]),
  telling('a Date in the year 9999', () => ({ Date: 'Fri, 31 Dec 9999 23:59:59 GMT' }), [0, 130]),
  telling('a clock 30 years behind', () => ({ Date: 'Thu, 01 Jan 1998 00:00:00 GMT' }), [0, 130]),
  {
    name: 'a storm of 503',
    answer: altering(({ number }) => (number % 4 === 0 ? {} : { status: 503, headers: { 'Retry-After': '1' } })),
    statuses: ANY,
    report: false,
  },
];
