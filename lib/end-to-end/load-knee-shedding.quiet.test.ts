import { describe, expect, it } from 'vitest';
import { breakpoint } from './knee.fixture.ts';
import { service } from './loopback-service.ts';

const PATIENCE = 400_000;

describe('the knee', () => {
  it('of a service that sheds load with 503 and Retry-After is where it begins to', { timeout: PATIENCE }, async () => {
    const arrivals: number[] = [];
    const waits: number[] = [];
    let free = 0;
    await using there = await service((request, response) => {
      request.resume();
      const now = Date.now();
      if (now < free) waits.push(free - now);
      while ((arrivals[0] ?? now) < now - 1_000) arrivals.shift();
      const isShed = arrivals.length >= 60;
      if (isShed) free = now + 1_000;
      else arrivals.push(now);
      const limits = { 'X-RateLimit-Limit': 60_000, 'X-RateLimit-Remaining': 59_999 };
      const headers = { ...limits, 'X-RateLimit-Reset': Math.floor(now / 1_000) + 60 };
      response.writeHead(isShed ? 503 : 200, isShed ? { ...headers, 'Retry-After': '1' } : headers).end('[]');
    });
    const { document, out, err, status } = await breakpoint(there.baseUrl, 60_000);
    expect(status, `${out}${err}`).toBe(0);
    expect(document.knee, out).toBeGreaterThan(50);
    expect(document.knee, out).toBeLessThan(63);
    expect(document.bottleneck).toMatchObject({ is: 'service', says: expect.stringContaining('said to wait') });
    const shed = document.steps?.filter(({ askedToWait }) => askedToWait === 1) ?? [];
    expect(shed.length).toBeGreaterThan(1);
    expect(shed.every(({ kept, because }) => !kept && because.join() === 'the service said to wait 1 s')).toBe(true);
    // What was on its way came within the second; no step began in it.
    expect(Math.min(...waits, 1_000)).toBeGreaterThan(500);
    expect(document.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
