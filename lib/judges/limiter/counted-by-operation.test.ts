import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

type Sort = 'list' | 'create' | 'get';

/** Requests of the three operations, mixed. */
const MIXED = [3, 1, 5, 2, 4, 1, 3, 5].flatMap((lists): Sort[] => [
  ...Array<Sort>(lists).fill('list'),
  'get',
  'create',
]);

const PARTS = {
  list: {},
  create: { method: 'POST', target: '/pets', status: 400 },
  get: { target: '/pets/7', status: 404 },
} as const satisfies Record<Sort, Partial<LoggedRequest>>;

/** Without a Reset that says where the window ends, unless told. */
const logOf = (remainingOf: (sort: Sort, index: number) => number): LoggedRequest[] =>
  MIXED.map((sort, index) => ({ at: index * 200, remaining: remainingOf(sort, index), ...PARTS[sort] }));

const violated = (requests: readonly LoggedRequest[], alter?: (parts: ExchangeParts) => ExchangeParts) =>
  aLimiterLog(requests, alter).flatMap(({ rule, verdict, says }) =>
    verdict === 'fail' && rule === 'RATE-4' ? [says] : [],
  );

const APART = 'each operation seems to have a counter of its own (createPet, getPet, listPets)';

/** The fourth of the lists is sent with the scheme in small letters. */
const LOWER = MIXED.findIndex((sort, index) => sort === 'list' && index >= 12);

function lowered(parts: ExchangeParts): ExchangeParts {
  if (parts.id !== LOWER + 1) return parts;
  return { ...parts, requestHeaders: [['Authorization', 'bearer {primary}']] };
}

describe('a counter for each operation', () => {
  it('is named where no Reset tells the window', () => {
    const left = { list: 60, create: 60, get: 60 };
    const found = violated(logOf((sort) => --left[sort]));
    expect(found).toEqual([expect.stringContaining(APART)]);
  });

  it('is named where a spelling of the key has a counter of its own as well', () => {
    const left = { list: 60, create: 60, get: 60 };
    const log = logOf((sort, index) => (index === LOWER ? 59 : --left[sort])).map((one) => ({
      ...one,
      resetIn: 60 - one.at / 1_000,
    }));
    expect(violated(log, lowered)).toEqual([expect.stringContaining(APART)]);
  });

  it('is not named where Remaining says anything', () => {
    const log = logOf((_sort, index) => (index * 37) % 60);
    for (const says of violated(log)) expect(says).not.toContain('of its own');
  });

  it('leaves it open whether the limit is kept where one of them refuses, and more than the limit was admitted', () => {
    const left = { list: 20, create: 20, get: 20 };
    const log = [...MIXED, ...MIXED].map((sort, index): LoggedRequest => {
      const remaining = Math.max(0, --left[sort]);
      const refused = left[sort] < 0 ? { status: 429, retryAfter: 40 } : {};
      return { at: index * 200, limit: 20, remaining, ...PARTS[sort], ...refused };
    });
    const plan = { name: 'enterprise', perMinute: 20, perDay: 1000 } as const;
    const said = aLimiterLog(log, (parts) => parts, { plan }).filter(({ rule }) => rule === 'RATE-5');
    expect(said.map(({ verdict, see }) => `${verdict} ${see}`)).toEqual(['inconclusive RATE-4']);
  });

  it('is none where one counter serves all of them', () => {
    let left = 60;
    expect(violated(logOf(() => --left))).toEqual([]);
  });
});
