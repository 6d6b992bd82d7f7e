import { describe, expect, it } from 'vitest';
import { NOON, withServer, type Speech } from '../reference/speak.fixture.ts';
import { variants } from '../reference/variants/index.ts';
import { contradict, drawFreedoms, FREEDOMS, variantsOf, type Freedom } from './freedoms.ts';

const names = FREEDOMS.map(({ name }) => name);
const mixtures = Array.from({ length: 200 }, (_, index) => drawFreedoms(index + 1));

/** What shows each freedom; the last ones are over the limit. */
const SPEECHES: readonly Speech[] = [
  { path: '/v1/pets?limit=100' },
  { path: '/v1/pets', headers: { 'accept-encoding': 'gzip' } },
  { method: 'POST', path: '/v1/pets', body: '{"name":"Rex","categoryId":3}' },
  { method: 'POST', path: '/v1/pets', body: '{}' },
  { path: '/v1/pets?limit=3' },
  { path: '/v1/pets?limit=3' },
];

/** All that is seen of a server with these freedoms. */
function seen(freedoms: readonly Freedom[]): Promise<string> {
  const options = { variants: variantsOf(freedoms), perMinute: SPEECHES.length - 1, now: () => NOON };
  return withServer(options, async (speak) => {
    const responses: unknown[] = [];
    for (const speech of SPEECHES) {
      const { status, rawHeaders, body } = await speak(speech);
      responses.push([status, rawHeaders, body.toString('latin1')]);
    }
    return JSON.stringify(responses);
  });
}

describe('the freedoms', () => {
  it('are variants that exist, and that warn of nothing', () => {
    const used = FREEDOMS.flatMap(({ variants: on, otherwise = [] }) => [...on, ...otherwise]);
    expect(used.filter((name) => variants[name]?.says === undefined || variants[name].warns !== undefined)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('contradict others that exist', () => {
    expect(FREEDOMS.flatMap(({ contradicts = [] }) => contradicts).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(FREEDOMS)('show where all the others do that do not contradict it: $name', async (freedom) => {
    const others = FREEDOMS.filter(
      (other, index) =>
        other !== freedom &&
        other.name !== 'slow-responses' &&
        !contradict(freedom, other) &&
        !FREEDOMS.slice(0, index).some((one) => contradict(one, other)),
    );
    expect(await seen([freedom, ...others])).not.toBe(await seen(others));
  });
});

/** How many ids, and categories, a client can hold that knows no integers beyond 2^53; of the first 100 pets. */
function heldByADouble(freedoms: readonly Freedom[]): Promise<number[]> {
  return withServer({ variants: variantsOf(freedoms) }, async (speak) => {
    const { text } = await speak({ path: '/v1/pets?limit=100' });
    return ['id', 'categoryId'].map(
      (name) =>
        Array.from(text.matchAll(new RegExp(`"${name}":(-?\\d+)`, 'g')), ([, id = '']) => id).filter(
          (id) => BigInt(Number(id)) === BigInt(id),
        ).length,
    );
  });
}

it('without large-ids a server has integers that every client can hold, and with them ids that none can hold', async () => {
  expect(await heldByADouble([])).toEqual([100, 100]);
  expect(await heldByADouble(FREEDOMS.filter(({ name }) => name === 'large-ids'))).toEqual([0, 100]);
});

describe('a drawn mixture', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(drawFreedoms(7)).toEqual(drawFreedoms(7));
    expect(drawFreedoms(7)).not.toEqual(drawFreedoms(8));
  });

  it.each([0, -1, 2 ** 40])('exists for the seed %d', (seed) => {
    expect(drawFreedoms(seed).length).toBeGreaterThanOrEqual(3);
  });

  it('has at least three freedoms, and no two that contradict each other', () => {
    expect(Math.min(...mixtures.map(({ length }) => length))).toBeGreaterThanOrEqual(3);
    expect(mixtures.filter((drawn) => drawn.some((one) => drawn.some((other) => contradict(one, other))))).toEqual([]);
  });

  it('has each freedom about as often as not, less often where another one contradicts it', () => {
    const shares = FREEDOMS.map((freedom) => mixtures.filter((one) => one.includes(freedom)).length / mixtures.length);
    expect(Math.min(...shares)).toBeGreaterThan(1 / 4);
    expect(Math.max(...shares)).toBeLessThan(2 / 3);
  });
});
