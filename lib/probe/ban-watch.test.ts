import { expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import { BanWatch } from './ban-watch.ts';

function watched(...statuses: readonly number[]): () => void {
  const bans = new BanWatch();
  return () => {
    for (const status of statuses) {
      const exchange = anExchange({ status });
      bans.note(exchange);
      bans.watch(exchange);
    }
  };
}

it.each([401, 403])('takes %i twice in a row after a 429 for a ban', (status) => {
  expect(watched(200, 429, status, status)).toThrow('it may be banned for a while');
});

it('takes nothing else for one', () => {
  expect(watched(401, 403, 401)).not.toThrow();
  expect(watched(429, 403, 200, 403, 404)).not.toThrow();
});
