import { describe, expect, it } from 'vitest';
import { startSetCapacity } from '../../tools/bench/set-capacity.ts';
import { breakpoint } from './knee.fixture.ts';

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
    expect(out).toContain('limited by  the service: against a server that does nothing, the generator sustains');
    expect(page).toContain('Limited by the service: against a server that does nothing');
    // All are counted, of which few are written down.
    const sent = document.steps?.reduce((sum, step) => sum + step.sent, 0) ?? 0;
    expect(document.requests.sent).toBeGreaterThanOrEqual(sent);
    expect(document.windows.reduce((sum, window) => sum + window.sent, 0)).toBe(sent);
    expect(document.steps?.every(({ confidence = 0 }) => confidence >= 0.5)).toBe(true);
  });
});
