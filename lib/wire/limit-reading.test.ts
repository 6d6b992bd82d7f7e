import { describe, expect, it } from 'vitest';
import { readLimit } from './limit-reading.ts';

const NOW = Date.parse('2026-11-21T12:00:00.400Z');
const TIMES = { startedAt: NOW - 100, answeredAt: NOW };
const unix = (milliseconds: number) => `${Math.floor(milliseconds / 1_000)}`;

function read(headers: Record<string, string>, status = 200) {
  return readLimit({ status, headers: Object.entries(headers) }, TIMES, { minute: 60, day: 86_400 });
}

describe('the limit headers of an answer', () => {
  it('are read in any letter case', () => {
    expect(
      read({ 'x-ratelimit-limit': '60', 'X-RATELIMIT-REMAINING': '0', 'X-RateLimit-Reset': unix(NOW + 30_000) }),
    ).toEqual({
      at: NOW,
      refused: false,
      limit: 60,
      remaining: 0,
      resetAt: Math.floor((NOW + 30_000) / 1_000) * 1_000,
    });
    expect(read({ 'X-RateLimit-Reset': `${unix(NOW)}.5` }).resetAt).toBe(NOW + 100);
  });

  it.each([
    ['milliseconds', `${NOW + 30_000}`],
    ['an ISO date', '2026-11-21T12:00:30Z'],
    ['0', '0'],
    ['a negative', '-1'],
    ['a day ahead', unix(NOW + 86_400_000)],
    ['an hour ago', unix(NOW - 3_600_000)],
    ['nothing', ''],
    ['two values', `${unix(NOW)}, ${unix(NOW + 30_000)}`],
    ['no number', 'NaN'],
  ])('give no Reset when it is %s', (_name, reset) => {
    expect(read({ 'X-RateLimit-Reset': reset })).not.toHaveProperty('resetAt');
  });

  it('are understood where Reset counts the seconds to go', () => {
    expect(read({ 'X-RateLimit-Reset': '30' }).resetAt).toBe(NOW + 30_000);
    expect(read({ 'X-RateLimit-Reset': '3600' })).toMatchObject({ farResetAt: NOW + 3_600_000 });
  });

  it.each(['60', '60, 60;w=60', '60;w=60', '60, 60;w=60, 1000;w=86400'])('give the Limit where it is %j', (limit) => {
    expect(read({ 'X-RateLimit-Limit': limit }).limit).toBe(60);
  });

  it.each(['', '-60', '60.5', 'w=60', '60 per minute', '60, many'])('give no Limit when it is %j', (limit) => {
    expect(read({ 'X-RateLimit-Limit': limit })).not.toHaveProperty('limit');
  });

  it.each(['-1', '1.5', 'many', '', '3, 4', '9'.repeat(30)])('give no Remaining when it is %j', (remaining) => {
    expect(read({ 'X-RateLimit-Remaining': remaining })).not.toHaveProperty('remaining');
  });

  it('are understood where a gateway repeats them', () => {
    const reset = unix(NOW + 30_000);
    const twice = {
      'X-RateLimit-Limit': '60, 60',
      'X-RateLimit-Remaining': '3, 3',
      'X-RateLimit-Reset': `${reset}, ${reset}`,
    };
    expect(read(twice)).toMatchObject({ limit: 60, remaining: 3, resetAt: Number(reset) * 1_000 });
  });

  it('are put into our own clock by Date', () => {
    const ahead = 3_600_000;
    const date = new Date(NOW + ahead).toUTCString();
    const { resetAt = 0 } = read({ Date: date, 'X-RateLimit-Reset': unix(NOW + ahead + 30_000) });
    expect(Math.abs(resetAt - (NOW + 30_000))).toBeLessThanOrEqual(1_000);
    expect(
      read({ Date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'X-RateLimit-Reset': unix(NOW + 30_000) }).resetAt,
    ).toBeDefined();
  });

  it('give the wait after a refusal, as seconds or as a date', () => {
    expect(read({ 'Retry-After': '7' }, 429)).toMatchObject({ refused: true, retryAfter: 7_000 });
    expect(read({ 'Retry-After': new Date(NOW + 9_600).toUTCString() }, 429)).toMatchObject({ retryAfter: 10_000 });
    expect(read({ 'Retry-After': 'soon' }, 429)).not.toHaveProperty('retryAfter');
  });

  it.each([-3_600_000, -2_500, 2_500, 3_600_000])(
    'give the wait until a date by the Date of the response, whose clock is %d ms ahead of ours',
    (ahead) => {
      const date = (wait: number) => new Date(NOW + ahead + wait).toUTCString();
      const { retryAfter = 0 } = read({ Date: date(0), 'Retry-After': date(10_000) }, 429);
      expect(retryAfter).toBe(10_000);
    },
  );

  it.each(['30000', '30000000000'])(
    'give the wait %s in a smaller unit where Reset says that it is told so',
    (wait) => {
      const { resetAt = 0, retryAfter } = read({ 'Retry-After': wait, 'X-RateLimit-Reset': unix(NOW + 30_000) }, 429);
      expect(retryAfter).toBe(resetAt - NOW);
      expect(read({ 'Retry-After': '30000' }, 429)).toMatchObject({ retryAfter: 30_000_000 });
    },
  );
});
