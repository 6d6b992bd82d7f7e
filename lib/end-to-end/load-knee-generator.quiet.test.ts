import { describe, expect, it } from 'vitest';
import { startNullServer } from '../load/null-server.ts';
import { breakpoint } from './knee.fixture.ts';

const PATIENCE = 400_000;

describe('the knee', () => {
  it('is never called that of the service where the service does nothing', { timeout: PATIENCE }, async () => {
    await using there = await startNullServer(6_000_000, 500);
    const { document, out } = await breakpoint(there.baseUrl, 6_000_000, ['--step-seconds', '1']);
    expect(document.knee, out).toBeGreaterThan(100);
    expect(['generator', 'undecided'], out).toContain(document.bottleneck?.is);
    expect(document.scalability).toEqual({ refused: "the knee is not known to be the service's" });
  });
});
