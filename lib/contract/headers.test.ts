import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOfLimit, plainRetryAfterSeconds, RATE_LIMIT_HEADERS, retryAfterSeconds, unitOfWait } from './headers.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('digitsOfLimit', () => {
  it.each([
    ['60', '60'],
    [' 600, 600;w=60 ', '600'],
    ['60;w=60', '60'],
    ['60, 60', '60'],
    ['60.5', undefined],
    ['1,000', undefined],
    ['1000, 1000', '1000'],
    ['w=60, 60', undefined],
    ['60 per minute', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, digits) => {
    expect(digitsOfLimit(text)).toBe(digits);
  });
});

describe('unitOfWait', () => {
  it.each([
    [11_253, 11_000, 'milliseconds'],
    [60_000, 60_400, 'milliseconds'],
    [6_809_000_000, 7_000, 'nanoseconds'],
    [11, 11_000, undefined],
    [3_600, 11_000, undefined],
    [900, 1_000, undefined],
    [2_592_000, 2_592, undefined],
    [31_536_000, 31_536, undefined],
  ])('%d until a Reset in %d ms: %s', (seconds, untilReset, unit) => {
    expect(unitOfWait(seconds, untilReset)).toBe(unit);
  });
});

describe('plainRetryAfterSeconds', () => {
  it.each([
    ['57.312', 57.312],
    ['30', 30],
    ['5, 5', 5],
    ['1.5,1.5', 1.5],
    ['5, 6', undefined],
    [new Date(NOW + 30_000).toUTCString(), 30],
    [new Date(NOW + 30_000).toUTCString().replace('GMT', 'UTC'), 30],
    [new Date(NOW + 30_000).toUTCString().replace('GMT', '+0000'), 30],
    [new Date(NOW + 30_000).toUTCString().replace('GMT', '+0200'), undefined],
    ['-1.5', undefined],
    ['1.5e3', undefined],
    ['soon', undefined],
  ])('reads %j as %j', (value, seconds) => {
    expect(plainRetryAfterSeconds(value, NOW)).toBe(seconds);
  });
});

describe('retryAfterSeconds', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['0060', 60],
    [' 30\t', 30],
    ['86400', 86_400],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['3153600000', 3_153_600_000],
    ['1795219200', undefined],
    ['1795219200000', undefined],
    ['999999999', 999_999_999],
  ])('reads %j as seconds', (value, seconds) => {
    expect(retryAfterSeconds(value, NOW)).toBe(seconds);
  });

  it.each([
    ["today's form", 'Sat, 21 Nov 2026 12:00:30 GMT'],
    ['the form of RFC 850', 'Saturday, 21-Nov-26 12:00:30 GMT'],
    ['the form of asctime', 'Sat Nov 21 12:00:30 2026'],
    ['a weekday that does not fit', 'Mon, 21 Nov 2026 12:00:30 GMT'],
  ])('reads a date in %s', (_form, value) => {
    expect(retryAfterSeconds(value, NOW)).toBe(30);
  });

  it('reads a day of one digit in the form of asctime', () => {
    expect(retryAfterSeconds('Tue Dec  1 00:00:00 2026', NOW)).toBe((9 * 24 + 12) * 3_600);
  });

  it('rounds up to whole seconds, and waits for no date that has passed', () => {
    expect(retryAfterSeconds('Sat, 21 Nov 2026 12:00:01 GMT', NOW + 1)).toBe(1);
    expect(retryAfterSeconds('Sat, 21 Nov 2026 12:00:00 GMT', NOW)).toBe(0);
    expect(retryAfterSeconds('Sun, 06 Nov 1994 08:49:37 GMT', NOW)).toBe(0);
    expect(retryAfterSeconds('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(0);
  });

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '60 seconds',
    '1, 2',
    '٣',
    'NaN',
    '60;w=60',
    '2026-11-21T12:00:30Z',
    'Sat, 21 Nov 2026 12:00:30',
    'Sat, 21 Nov 2026 12:00:30 UTC',
    'Sat, 21 Nov 2026 12:00:30 +0000',
    'sat, 21 nov 2026 12:00:30 gmt',
    '21 Nov 2026 12:00:30 GMT',
    'Sat, 21 Nov 2026 25:00:30 GMT',
    'Sat, 31 Feb 2026 12:00:30 GMT',
    'Sat, 00 Nov 2026 12:00:30 GMT',
    'Saturday, 21 Nov 2026 12:00:30 GMT',
    'Sat, 21 Nov 26 12:00:30 GMT',
    'Sat Nov 21 12:00:30 2026 GMT',
    'banana 1 GMT',
    'GMT',
  ])('finds nothing in %j', (value) => {
    expect(retryAfterSeconds(value, NOW)).toBeUndefined();
  });

  it('reads back every date that it is given', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
        const seconds = Math.floor(date.getTime() / 1_000);
        expect(retryAfterSeconds(date.toUTCString(), 0)).toBe(seconds);
      }),
    );
  });

  it('never throws and never goes below zero', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (value, now) => {
        expect(retryAfterSeconds(value, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('the rate limit headers are those of the specification', () => {
  expect(Object.values(RATE_LIMIT_HEADERS)).toEqual([
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ]);
});
