import { describe, expect, it } from 'vitest';
import type { Regularity } from '../expectation/expectation.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { BanWatch } from './ban-watch.ts';

interface Seen {
  readonly status: number;
  readonly authorization?: string;
  readonly regularity?: Regularity;
}

const SENT: OutgoingRequest = { method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer {primary}']] };

function see(
  bans: BanWatch,
  id: number,
  { status, authorization = 'Bearer {primary}', regularity = 'documented' }: Seen,
) {
  const exchange = anExchange({ id, status, requestHeaders: [['Authorization', authorization]] });
  bans.note(exchange);
  bans.watch(exchange, () => regularity, SENT);
  return exchange;
}

function watched(...seen: readonly Seen[]): () => void {
  const bans = new BanWatch();
  return () => {
    for (const [index, one] of seen.entries()) see(bans, index + 1, one);
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

it('takes refusals that began before the limit was reached for none', () => {
  expect(watched(...answers(200, 401, 401, 429, 200, 429, 401))).not.toThrow();
  expect(watched(...answers(200, 401, 401), { status: 401, regularity: 'hostile' }, ...answers(401))).not.toThrow();
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

/** A run whose requests get these statuses; a look whether the key is accepted gets another one. */
async function looked(statuses: readonly number[], status: number) {
  const bans = new BanWatch();
  let looks = 0;
  const look = async () =>
    bans.look(async () => {
      looks++;
      return see(bans, 100 + looks, { status });
    });
  for (const [index, one] of statuses.entries()) {
    see(bans, index + 1, { status: one });
    await look();
  }
  return looks;
}

describe('a key that is refused though no limit was reached', () => {
  it('ends the run where a request that it was served with is refused, too', async () => {
    await expect(looked([200, 404, 401, 401, 401], 401)).rejects.toThrow(
      'the service returns 401 to the key since request 3, though it accepted it before: it may have expired or been revoked',
    );
  });

  it('may be locked out where several requests without a valid key came before', async () => {
    const bans = new BanWatch();
    for (const id of [1, 2, 3]) bans.note(anExchange({ id, credential: 'wrong', status: 401 }));
    for (const [index, status] of [200, 401, 401, 401].entries()) see(bans, 4 + index, { status });
    await expect(bans.look(async () => see(bans, 100, { status: 401 }))).rejects.toMatchObject({
      message: expect.stringContaining('or be locked out: 3 requests without a valid key got 401 in this run'),
      hint: expect.stringContaining('exempt this address'),
    });
  });

  it('is looked at a few times only where that is served', async () => {
    expect(await looked([200, 401, 401, 401], 200)).toBe(1);
    expect(await looked([200, ...Array.from({ length: 60 }, () => 401)], 200)).toBe(4);
  });

  it('is not looked at where it was never served, nor after one refusal or two', async () => {
    expect(await looked([401, 401, 401, 401], 401)).toBe(0);
    expect(await looked([200, 401, 401, 200, 401, 401], 401)).toBe(0);
  });

  it('is no reason to end where the look says nothing', async () => {
    expect(await looked([200, 401, 401, 401], 429)).toBe(1);
  });
});
