import { describe, expect, it } from 'vitest';
import { Limiter } from './limiter.ts';
import type { MakeMeter } from './meter.ts';
import { alignedWindow, fixedWindow } from './meters/fixed-window.ts';
import { slidingLog } from './meters/sliding-log.ts';

const START = 1_000_000_300;
const windows = { minute: 60_000, day: 86_400_000 };
const fixedMeter: MakeMeter = (limit, length) => fixedWindow(limit, length);
const fixed = () => new Limiter(windows, fixedMeter, fixedMeter);

function takeMany(limiter: Limiter, count: number, now: number, figures = { perMinute: 3, perDay: 5 }) {
  return Array.from({ length: count }, () => limiter.take('me', figures, now));
}

describe('fixed windows', () => {
  it('admit the figure, count down, and then refuse until the reset', () => {
    const turns = takeMany(fixed(), 5, START);
    expect(turns.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    expect(turns.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(turns.every(({ limit }) => limit === 3)).toBe(true);
    expect(turns[4]).toMatchObject({ resetAt: 1_000_060_000, retryAfter: 60 });
  });

  it('let a request in exactly at the announced whole second', () => {
    const limiter = fixed();
    const [, , , refused] = takeMany(limiter, 4, START);
    const reset = Math.ceil((refused?.resetAt ?? 0) / 1_000) * 1_000;
    expect(limiter.take('me', { perMinute: 3, perDay: 5 }, reset - 1).admitted).toBe(false);
    expect(limiter.take('me', { perMinute: 3, perDay: 5 }, reset).admitted).toBe(true);
  });

  it('keep the day too, and speak of it once it is tighter', () => {
    const limiter = fixed();
    takeMany(limiter, 3, START);
    const [fourth, fifth, sixth] = takeMany(limiter, 3, START + 61_000);
    expect(fourth).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    expect(fifth).toMatchObject({ admitted: true, limit: 5, remaining: 0 });
    expect(sixth).toMatchObject({ admitted: false, limit: 5, remaining: 0, resetAt: 1_000_000_000 + 86_400_000 });
    expect(sixth?.retryAfter).toBe(86_400 - 61);
  });

  it('speak of the one that resets later when both are used up', () => {
    const limiter = new Limiter({ minute: 60_000, day: 90_000 }, fixedMeter, fixedMeter);
    const figures = { perMinute: 2, perDay: 4 };
    takeMany(limiter, 2, START, figures);
    const [, second] = takeMany(limiter, 2, START + 61_000, figures);
    expect(second).toMatchObject({ limit: 2, remaining: 0, resetAt: 1_000_000_000 + 121_000 });
  });

  it("are each caller's own", () => {
    const limiter = fixed();
    takeMany(limiter, 4, START);
    expect(limiter.take('other', { perMinute: 3, perDay: 5 }, START)).toMatchObject({ admitted: true, remaining: 2 });
  });

  it('may begin with the minutes of the clock', () => {
    const meter = alignedWindow(1, 60_000);
    meter.use(119_000);
    expect(meter.remaining(119_999)).toBe(0);
    expect(meter.remaining(120_000)).toBe(1);
  });
});

describe('a sliding log', () => {
  it('admits again when the oldest request leaves it', () => {
    const limiter = new Limiter(windows, (limit, length) => slidingLog(limit, length), fixedMeter);
    const figures = { perMinute: 2, perDay: 100 };
    expect(limiter.take('me', figures, START)).toMatchObject({ admitted: true, remaining: 1 });
    expect(limiter.take('me', figures, START + 30_000)).toMatchObject({ admitted: true, remaining: 0 });
    expect(limiter.take('me', figures, START + 50_000)).toMatchObject({ admitted: false, retryAfter: 10 });
    expect(limiter.take('me', figures, START + 60_000)).toMatchObject({ admitted: true, remaining: 0 });
    expect(limiter.take('me', figures, START + 60_001).admitted).toBe(false);
  });
});
