import { expect, it } from 'vitest';
import type { Regularity } from '../expectation/expectation.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import { BanWatch } from './ban-watch.ts';

interface Seen {
  readonly status: number;
  readonly authorization?: string;
  readonly regularity?: Regularity;
}

function watched(...seen: readonly Seen[]): () => void {
  const bans = new BanWatch();
  return () => {
    for (const { status, authorization = 'Bearer {primary}', regularity = 'documented' } of seen) {
      const exchange = anExchange({ status, requestHeaders: [['Authorization', authorization]] });
      bans.note(exchange);
      bans.watch(exchange, regularity);
    }
  };
}

const answers = (...statuses: readonly number[]): Seen[] => statuses.map((status) => ({ status }));

it.each([401, 403])('takes %i twice in a row after a 429 for a ban', (status) => {
  expect(watched(...answers(200, 429, status, status))).toThrow('it may be banned for a while');
});

it('takes nothing else for one', () => {
  expect(watched(...answers(401, 403, 401))).not.toThrow();
  expect(watched(...answers(429, 403, 200, 403, 404))).not.toThrow();
});

it.each([
  ['the scheme in another letter case', { status: 401, authorization: 'bearer {primary}' }],
  ['a further word after the key', { status: 401, authorization: 'Bearer {primary} extra' }],
  ['hostile text', { status: 403, regularity: 'hostile' }],
] as const)('takes no refusal of %s for one', (_what, refused) => {
  expect(watched({ status: 429 }, refused, refused, refused)).not.toThrow();
});

it('still sees a ban where such requests stand between', () => {
  const odd = { status: 200, authorization: 'bearer {primary}' };
  expect(watched(...answers(429, 403), odd, ...answers(403))).toThrow('it may be banned');
});
