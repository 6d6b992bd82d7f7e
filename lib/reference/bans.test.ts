import { describe, expect, it } from 'vitest';
import { Bans } from './bans.ts';

const refused = { admitted: false, limit: 1, remaining: 0, resetAt: 0, retryAfter: 10 };
const admitted = { ...refused, admitted: true, retryAfter: 0 };

describe('bans', () => {
  it('forgive some requests during Retry-After, then ban for a while', () => {
    const bans = new Bans(2, 30_000);
    for (const now of [0, 1, 2]) bans.note('key', refused, now);
    expect(bans.secondsLeft('key', 3)).toBe(0);
    bans.note('key', refused, 3);
    expect(bans.secondsLeft('key', 3)).toBe(30);
    expect(bans.secondsLeft('other', 3)).toBe(0);
    expect(bans.secondsLeft('key', 30_003)).toBe(0);
  });

  it('never meet those who wait', () => {
    const bans = new Bans(0, 30_000);
    for (const now of [0, 10_000, 20_000, 30_000]) bans.note('key', refused, now);
    expect(bans.secondsLeft('key', 30_001)).toBe(0);
  });

  it('forget once a request is admitted', () => {
    const bans = new Bans(1, 30_000);
    for (const turn of [refused, refused, admitted, refused, refused]) bans.note('key', turn, 0);
    expect(bans.secondsLeft('key', 1)).toBe(0);
  });
});
