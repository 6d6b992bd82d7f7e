import { describe, expect, it } from 'vitest';
import { aReading, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { Sightseer } from './sightings.ts';

function seen(...log: readonly ExchangeParts[]) {
  const sightseer = new Sightseer();
  for (const parts of log) sightseer.see(aReading(parts));
  return sightseer.sightings;
}

const pets = (count: number, from = 1) =>
  Array.from({ length: count }, (_none, index) => ({ id: from + index, name: 'Felix', categoryId: 7 }));

const remaining = (value: string) => [['X-RateLimit-Remaining', value]] as const;

describe('what a log holds', () => {
  it('is nothing at first', () => {
    expect(seen()).toEqual({
      answered: 0,
      perOperation: { listPets: 0, createPet: 0, getPet: 0 },
      pages: 0,
      largestPage: 0,
      pets: 0,
      oddLimits: 0,
      admitted: 0,
      refused: 0,
      isIdTold: false,
      isResetTold: false,
      ofSecondKey: 0,
    });
  });

  it('counts pages, the largest of them, and distinct pets', () => {
    expect(seen({ json: pets(3) }, { json: pets(2, 3) }, { status: 401, credential: 'none' })).toMatchObject({
      answered: 3,
      isIdTold: true,
      pages: 2,
      largestPage: 3,
      pets: 4,
    });
  });

  it('counts pets whose id is no integer, as many as the largest page shows', () => {
    const asText = pets(3).map((pet) => ({ ...pet, id: `${pet.id}` }));
    expect(seen({ json: [...pets(2), ...asText, null] }, { json: asText })).toMatchObject({ largestPage: 6, pets: 5 });
    expect(seen({ json: asText })).toMatchObject({ pets: 3, isIdTold: false });
  });

  it('does not count what nobody with a valid key got', () => {
    expect(seen({ credential: 'none', json: pets(3) })).toMatchObject({ answered: 1, pages: 0, pets: 0, admitted: 0 });
  });

  it('counts by operation, and limits that are not documented', () => {
    const { perOperation, oddLimits } = seen(
      { target: '/pets?limit=101' },
      { target: '/pets?limit=100' },
      { target: '/pets/7', status: 404 },
    );
    expect({ perOperation, oddLimits }).toEqual({
      perOperation: { listPets: 2, createPet: 0, getPet: 1 },
      oddLimits: 1,
    });
  });

  it('tells refusals from what was admitted, and keeps the lowest Remaining of the key', () => {
    expect(
      seen(
        { headers: remaining('4') },
        { headers: remaining('2'), status: 429 },
        { headers: remaining('1'), credential: 'none', status: 401 },
        { headers: remaining('0'), credential: 'second' },
        { headers: remaining('soon') },
        { headers: remaining('1'), requestHeaders: [['Authorization', 'Bearer {primary} and more']] },
      ),
    ).toMatchObject({ admitted: 3, refused: 1, lowestRemaining: 2, ofSecondKey: 1 });
  });

  it.each(['11.9', '-1', ''])('knows that a Remaining of %j of the key was not read', (odd) => {
    const first = { headers: remaining('59') };
    expect(seen(first, { headers: remaining(odd) })).toMatchObject({ isRemainingUnread: true });
    expect(seen(first, { headers: remaining(odd), credential: 'second' })).not.toHaveProperty('isRemainingUnread');
    expect(seen(first, { without: ['X-RateLimit-Remaining'] })).not.toHaveProperty('isRemainingUnread');
  });
});

const second = FIRST_INSTANT / 1_000;
const at = (seconds: number, parts: ExchangeParts = {}): ExchangeParts => ({
  at: FIRST_INSTANT + seconds * 1_000,
  headers: [['X-RateLimit-Reset', `${second + 60}`]],
  ...parts,
});
const refusal = (seconds: number, ...headers: [string, string][]) => at(seconds, { status: 429, headers });

describe('whether a request was sent after what was announced', () => {
  it('is told of Retry-After by our clock', () => {
    expect(seen(refusal(0, ['Retry-After', '30']), at(29))).toMatchObject({ isAfterRetryAfter: false });
    expect(seen(refusal(0, ['Retry-After', '30']), at(31))).toMatchObject({ isAfterRetryAfter: true });
    expect(seen(refusal(0, ['Retry-After', 'soon']), at(31))).not.toHaveProperty('isAfterRetryAfter');
    expect(seen(at(31))).not.toHaveProperty('isAfterRetryAfter');
  });

  it("is told of Reset by the service's clock", () => {
    expect(seen(at(0), at(59))).toMatchObject({ isAfterReset: false });
    expect(seen(at(0), at(61))).toMatchObject({ isAfterReset: true });
    expect(seen(at(0), at(61, { without: ['Date'] }))).not.toHaveProperty('isAfterReset');
    expect(seen(at(0, { headers: [['X-RateLimit-Reset', 'soon']] }))).not.toHaveProperty('isAfterReset');
    expect(seen(at(0, { headers: [['X-RateLimit-Reset', '60']] }))).toMatchObject({ isResetTold: false });
    expect(seen(at(0))).toMatchObject({ isResetTold: true });
  });

  it('tells how near the nearest Reset was', () => {
    expect(seen(at(0), at(50))).toMatchObject({ nearestReset: 10_000 });
    expect(seen(at(0, { headers: [['X-RateLimit-Reset', 'soon']] }))).not.toHaveProperty('nearestReset');
  });
});
