import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLimit, readRemaining, readReset } from './rate-limit-headers.ts';

describe('readLimit', () => {
  it.each(['60', ' 60 ', '0060'])('reads %j', (text) => {
    expect(readLimit(text)).toEqual({ ok: true, value: 60 });
  });

  it('reads a custom limit as large as an integer can be', () => {
    expect(readLimit('9223372036854775807')).toMatchObject({ ok: true });
  });

  it.each(['600, 600;w=60', '600;w=60', '600, 600;w=60;burst=1000, 5000;w=3600', '600, 600', '600.0'])(
    'reads %j leniently',
    (text) => {
      expect(readLimit(text)).toEqual({ ok: true, value: 600, lenient: expect.any(String) });
    },
  );

  it.each([
    ['', 'empty'],
    ['-1', 'negative (-1)'],
    ['unlimited', 'not a plain number but "unlimited"'],
    ['6e2', 'not a plain number but "6e2"'],
    ['"600"', 'not a plain number but "\\"600\\""'],
    ['1,000', 'not a plain number but "1,000"'],
    ['600/minute', 'not a plain number but "600/minute"'],
    ['600 requests', 'not a plain number but "600 requests"'],
  ])('refuses %j', (text, fault) => {
    expect(readLimit(text)).toEqual({ ok: false, fault });
  });
});

it('says of a fraction what it stands for: a part of a unit admits no request', () => {
  const refused = { ok: false, fault: 'a fraction (59.5)', meant: 59 };
  expect([readLimit('59.5'), readRemaining('59.5')]).toEqual([refused, refused]);
});

describe('readRemaining', () => {
  it.each([
    ['0', 0],
    ['59', 59],
  ])('reads %j', (text, value) => {
    expect(readRemaining(text)).toEqual({ ok: true, value });
  });

  it('takes the same number twice, as a gateway may add it, leniently', () => {
    expect(readRemaining('59, 59')).toEqual({ ok: true, value: 59, lenient: 'the same value 2 times' });
  });

  it.each(['59, 58', '-1', '', '59.5', 'many', '59;w=60'])('refuses %j', (text) => {
    expect(readRemaining(text)).toMatchObject({ ok: false });
  });
});

describe('readReset', () => {
  it('reads a Unix time in seconds', () => {
    expect(readReset('1795262400')).toEqual({ ok: true, value: 1_795_262_400 });
  });

  it('takes a fraction of a second leniently', () => {
    expect(readReset('1795262400.25')).toEqual({
      ok: true,
      value: 1_795_262_400.25,
      lenient: 'a Unix time with a fraction of a second',
    });
  });

  it.each([
    ['1795262400000', 'a Unix time in milliseconds (1795262400000)'],
    ['1795262400000.5', 'a Unix time in milliseconds (1795262400000.5)'],
    ['1795262400000000', 'too large for a Unix time in seconds (1795262400000000)'],
    ['42', 'a number of seconds (42) that is not a Unix time of today'],
    ['0', 'a number of seconds (0) that is not a Unix time of today'],
    ['2026-11-21T12:00:00Z', 'an ISO date (2026-11-21T12:00:00Z)'],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 'an HTTP date (Sat, 21 Nov 2026 12:00:00 GMT)'],
    ['', 'empty'],
    ['-5', 'negative (-5)'],
    ['soon', 'not a plain number but "soon"'],
  ])('refuses %j', (text, fault) => {
    expect(readReset(text)).toEqual({ ok: false, fault });
  });
});

it('any text is read or refused in a few words, never thrown at', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d., ;w=-]{0,30}$/));
  const total = fc.property(texts, (text) =>
    [readLimit, readRemaining, readReset].every((read) => {
      const reading = read(text);
      return reading.ok ? reading.value >= 0 : reading.fault.length < 400;
    }),
  );
  expect(fc.check(total)).toMatchObject({ failed: false });
});
