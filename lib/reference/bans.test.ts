import { describe, expect, it } from 'vitest';
import { Bans } from './bans.ts';

describe('bans', () => {
  it('forgive some requests during Retry-After, then ban for a while', () => {
    const bans = new Bans(2, 30_000);
    for (const now of [0, 1, 2]) bans.note('key', 10_000, now);
    expect([bans.secondsLeft('key', 3), bans.imposed]).toEqual([0, 0]);
    bans.note('key', 10_000, 3);
    expect([bans.secondsLeft('key', 3), bans.imposed]).toEqual([30, 1]);
    expect(bans.secondsLeft('other', 3)).toBe(0);
    expect(bans.secondsLeft('key', 30_003)).toBe(0);
  });

  it('never meet those who wait', () => {
    const bans = new Bans(0, 30_000);
    for (const now of [0, 10_000, 20_000, 30_000]) bans.note('key', now + 10_000, now);
    expect([bans.secondsLeft('key', 30_001), bans.imposed, bans.early]).toEqual([0, 0, 0]);
  });

  it('forget once a request is admitted', () => {
    const bans = new Bans(1, 30_000);
    for (const waitUntil of [10_000, 10_000, undefined, 10_000, 10_000]) bans.note('key', waitUntil, 0);
    expect(bans.secondsLeft('key', 1)).toBe(0);
  });
});

describe('requests that come too early', () => {
  it('are counted, admitted or not, but for those that were under way', () => {
    const bans = new Bans(20, 30_000);
    for (const now of [0, 1, 499]) bans.note('key', 10_000, now);
    expect(bans.early).toBe(0);
    bans.note('key', 10_000, 500);
    bans.note('key', undefined, 9_999);
    expect(bans.early).toBe(2);
    bans.note('key', undefined, 9_999);
    expect(bans.early).toBe(2);
  });

  it('are not those of another key', () => {
    const bans = new Bans(20, 30_000);
    bans.note('key', 10_000, 0);
    bans.note('other', undefined, 5_000);
    expect(bans.early).toBe(0);
  });
});
