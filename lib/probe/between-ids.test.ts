import { describe, expect, it } from 'vitest';
import { aKnowledge, anExchange } from '../judges/judges.fixture.ts';
import { readBetweenIds } from './between-ids.ts';

/** Creations in their order: the id that one got, or its rejection; a getPet is the id in quotes. */
async function read(
  sent: readonly (bigint | 'rejected' | `${number}`)[],
  { rest = 10, asOf = '2026-11-21', known = [] as readonly bigint[] } = {},
): Promise<bigint[]> {
  const exchanges = sent.map((one, index) => {
    if (one === 'rejected') return anExchange({ id: index + 1, method: 'POST', target: '/pets', status: 400 });
    if (typeof one === 'string') return anExchange({ id: index + 1, target: `/pets/${one}`, status: 404 });
    return anExchange({ id: index + 1, method: 'POST', target: '/pets', status: 201, json: { id: one } });
  });
  const pets = new Map(known.map((id) => [id, { id, status: undefined, seenIn: 1 }]));
  const ids: bigint[] = [];
  const judged = { knowledge: aKnowledge({ pets, asOf }), exchanges: () => exchanges };
  await readBetweenIds(judged, rest, async (id) => ids.push(id));
  return ids;
}

describe('ids between those of creations', () => {
  it('are read where a creation was rejected there, the last of each gap', async () => {
    expect(await read([7n, 'rejected', 'rejected', 10n, 'rejected', 12n])).toEqual([9n, 11n]);
  });

  it('are not read where nothing was rejected, or the ids leave no room or much of it', async () => {
    expect(await read([7n, 9n, 'rejected', 10n, 'rejected', 40n, 'rejected', 38n])).toEqual([]);
  });

  it('are not read where they were read since, or belong to a known pet', async () => {
    expect(await read([7n, 'rejected', 9n, '8'])).toEqual([]);
    expect(await read([7n, '8', 'rejected', 9n])).toEqual([8n]);
    expect(await read([7n, 'rejected', 9n], { known: [8n] })).toEqual([]);
  });

  it('are a few, as far as requests are left, and none when getPet is gone', async () => {
    const sent = [1n, 'rejected', 3n, 'rejected', 5n, 'rejected', 7n, 'rejected', 9n] as const;
    expect(await read(sent)).toEqual([2n, 4n, 6n]);
    expect(await read(sent, { rest: 1 })).toEqual([2n]);
    expect(await read(sent, { rest: -5 })).toEqual([]);
    expect(await read(sent, { asOf: '2031-01-01' })).toEqual([]);
  });
});
