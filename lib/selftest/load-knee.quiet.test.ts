import { describe, expect, it } from 'vitest';
import { startSetCapacity } from '../bench/set-capacity.ts';
import { breakpoint } from './knee.fixture.ts';
import { service } from './loopback-service.ts';

const PATIENCE = 400_000;

describe('the knee', () => {
  // What else runs on the machine for some seconds leaves it undecided, rightly.
  it('of a service with a capacity is near it, and that of the service', { timeout: PATIENCE, retry: 2 }, async () => {
    await using there = await startSetCapacity(100);
    const { document, out, page } = await breakpoint(there.baseUrl, 6_000_000);
    expect(document.knee, out).toBeGreaterThan(85);
    expect(document.knee, out).toBeLessThan(110);
    expect(document.bottleneck, out).toMatchObject({ is: 'service' });
    expect(document.bottleneck?.generator.kept).toBeGreaterThan(document.knee ?? Infinity);
    expect(document.generatorAlone?.length).toBeGreaterThan(0);
    expect(out).toContain('limited by  the service: with a server that does nothing the generator keeps');
    expect(page).toContain('Limited by the service: with a server that does nothing');
    // All are counted, of which few are written down.
    const sent = document.steps?.reduce((sum, step) => sum + step.sent, 0) ?? 0;
    expect(document.requests.sent).toBeGreaterThanOrEqual(sent);
    expect(document.windows.reduce((sum, window) => sum + window.sent, 0)).toBe(sent);
    expect(document.steps?.every(({ confidence = 0 }) => confidence >= 0.5)).toBe(true);
  });

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
    expect(document.bottleneck).toMatchObject({ is: 'service', says: expect.stringContaining('asked to wait') });
    const shed = document.steps?.filter(({ askedToWait }) => askedToWait === 1) ?? [];
    expect(shed.length).toBeGreaterThan(1);
    expect(shed.every(({ kept, because }) => !kept && because.join() === 'the service asked to wait 1 s')).toBe(true);
    // What was on its way came within the second; no step began in it.
    expect(Math.min(...waits, 1_000)).toBeGreaterThan(500);
    expect(document.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
