import { describe, expect, it } from 'vitest';
import { failed, type LoggedRequest } from './limiter-log.fixture.ts';

/** Sixty that use the limit up, then a refusal after Retry-After, twice; each time beside others that left a little later. */
function logWith(besides: readonly LoggedRequest[]): LoggedRequest[] {
  const used = Array.from({ length: 60 }, (_, nth) => ({ at: 10 * nth, remaining: 59 - nth, resetIn: 60 }));
  const refusal = { status: 429, remaining: 0, resetIn: 60, retryAfter: 20 };
  const again = [22_000, 44_000].flatMap((at) => [
    { ...refusal, at, takes: 100 },
    ...besides.map((one) => ({ ...one, at: at + one.at })),
  ]);
  return [...used, { ...refusal, at: 700 }, ...again];
}

describe('a request that is refused after Retry-After', () => {
  it('violates RATE-8 when the next one is refused as well', () => {
    expect(failed(logWith([])).join()).toContain('RATE-8');
  });

  it('shows nothing where another one, that left while it was under way, was admitted: that may have met the limiter first', () => {
    const admitted = { at: 50, takes: 20, remaining: 0, resetIn: 60 };
    expect(failed(logWith([admitted])).join()).not.toContain('RATE-8');
  });
});
