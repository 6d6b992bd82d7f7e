import { describe, expect, it } from 'vitest';
import { FIRST_INSTANT } from '../judges.fixture.ts';
import { randomOf } from '../service-traits.fixture.ts';
import { failed, type LoggedRequest } from './limiter-log.fixture.ts';
import { bucket, slidingLog, type SimulatedLimiter } from './limiter-simulation.fixture.ts';

/**
 * Requests one after the other, each refusal followed by a wait, to a limiter that another client of the key uses as well: it comes now
 * and then, whatever petvet does.
 *
 * @param apart - milliseconds between two requests, and between two of the other client on average
 */
function shared(limiter: SimulatedLimiter, apart: { readonly own: number; readonly others: number }, seed: number) {
  const random = randomOf(seed);
  const wait = () => -Math.log(random() + 1e-9) * apart.others;
  let other = FIRST_INSTANT - 5_000 * random();
  let at = 0;
  return Array.from({ length: 120 }, (): LoggedRequest => {
    const sentAt = at;
    const now = FIRST_INSTANT + at + apart.own / 2;
    for (; other < now; other += wait()) limiter(other);
    const { admitted, remaining, resetAt, opensAt } = limiter(now);
    const retryAfter = Math.ceil((opensAt - now) / 1_000);
    at += apart.own + 1 + (admitted ? 0 : retryAfter * 1_000);
    const said = { at: sentAt, takes: apart.own, remaining, resetIn: (resetAt - FIRST_INSTANT - sentAt) / 1_000 };
    return admitted ? said : { ...said, status: 429, retryAfter };
  });
}

it.each([
  [2, { own: 60, others: 600 }],
  [2, { own: 300, others: 900 }],
  [5, { own: 60, others: 600 }],
  [5, { own: 300, others: 900 }],
])('a bucket filled by %i with another client of the key violates nothing, %j', (atATime, apart) => {
  for (let seed = 1; seed <= 12; seed++) expect(failed(shared(bucket(60, { atATime }), apart, seed))).toEqual([]);
});

/** A response at that second of a window of 60 s that began at 0. */
const announced = (at: number) => ({ at: at * 1_000, resetIn: 60 - at });

describe('a limit that another client of the key uses up', () => {
  it.each([4, 8])('as a sliding log shows nothing that is wrong, with a request of its own every %d ms', (others) => {
    for (let seed = 1; seed <= 6; seed++) {
      expect(failed(shared(slidingLog(60), { own: 8, others }, seed))).toEqual([]);
      expect(failed(shared(slidingLog(60, { resets: 'all' }), { own: 8, others }, seed))).toEqual([]);
    }
  });

  it('may refuse after Retry-After, and before Reset, whoever has used nothing of it', () => {
    const log = [1.3, 3.6, 5.9, 8.2].map((at) => ({ ...announced(at), status: 429, remaining: 0, retryAfter: 1 }));
    expect(failed(log).filter((one) => one.startsWith('RATE-9'))).toEqual([]);
    const used = Array.from({ length: 60 }, (_, nth) => ({ ...announced(nth / 50), remaining: 59 - nth }));
    expect(failed([...used, ...log])).toContainEqual(expect.stringContaining('RATE-9 fail'));
  });
});
