import { expect, it } from 'vitest';
import { FIRST_INSTANT } from '../judges.fixture.ts';
import { randomOf } from '../service-traits.fixture.ts';
import { failed, type LoggedRequest } from './limiter-log.fixture.ts';
import { bucket } from './limiter-simulation.fixture.ts';

/**
 * Requests one after the other, each refusal followed by a wait, to a bucket that another client of the key uses as well: it comes now
 * and then, whatever petvet does.
 *
 * @param atATime - how many units are restored at a time
 * @param apart - milliseconds between two requests, and between two of the other client on average
 */
function sharedBucket(atATime: number, apart: { readonly own: number; readonly others: number }, seed: number) {
  const limiter = bucket(60, { atATime });
  const random = randomOf(seed);
  const wait = () => -Math.log(random() + 1e-9) * apart.others;
  let other = FIRST_INSTANT + wait();
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
  for (let seed = 1; seed <= 12; seed++) expect(failed(sharedBucket(atATime, apart, seed))).toEqual([]);
});
