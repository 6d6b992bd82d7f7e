import { describe, expect, it } from 'vitest';
import { breakpoint } from './knee.fixture.ts';
import { service } from './loopback-service.ts';

const PATIENCE = 400_000;

describe('the knee', () => {
  it('is that of the generator where all connections wait for responses', { timeout: PATIENCE }, async () => {
    await using there = await service((request, response) => {
      request.resume();
      const headers = { 'X-RateLimit-Limit': 6_000, 'X-RateLimit-Remaining': 5_999 };
      const reset = Math.floor(Date.now() / 1_000) + 60;
      setTimeout(() => response.writeHead(200, { ...headers, 'X-RateLimit-Reset': reset }).end('[]'), 200);
    });
    // Four connections carry 20 a second.
    const { document, out } = await breakpoint(there.baseUrl, 6_000, ['--connections', '4']);
    expect(document.knee, out).toBeLessThan(21);
    expect(document.bottleneck?.is, out).toBe('generator');
    expect(out).toContain('all 4 connections waited for responses');
    expect(out).toContain('limited by the load generator: the knee of the service is at or above that rate');
  });
});
