import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { aRequest } from '../expectation/request.fixture.ts';
import { createMissing } from './populate.ts';

const exchange = (status: number): Exchange => ({
  id: 1,
  request: aRequest(),
  answer: { status, headers: [], body: { kind: 'none' } },
  times: { startedAt: 0, endedAt: 0 },
});

/** A service that knows that many pets, and answers each creation with the next of some statuses, the last one for ever. */
async function populated(known: number, answers: readonly number[] = [201]) {
  const log: string[] = [];
  let created = 0;
  await createMissing(
    {
      listPets: ({ status } = {}) => {
        log.push(`list ${status ?? ''}`);
        return Promise.resolve(exchange(200));
      },
      knownPets: () =>
        Promise.resolve(
          Array.from({ length: known }, (_, index) => ({ id: BigInt(index), seenIn: 1, status: undefined })),
        ),
      fullestStatus: () => 'sold',
      roomiestStatus: () => 'pending',
      newPet: (fields = {}) => Promise.resolve(fields),
      createPet: (body) => {
        log.push(`create ${JSON.stringify(body)}`);
        return Promise.resolve(exchange(answers[created++] ?? answers.at(-1) ?? 201));
      },
    },
    (missing) => log.push(`missing ${missing}`),
  );
  const creations = (status: string) => log.filter((line) => line === `create {"status":"${status}"}`).length;
  return { log, creations: ['sold', 'available', 'pending'].map(creations) };
}

describe('creating as many pets as are missing to 101', () => {
  it('looks at all lists, says how many, and spreads them unevenly', async () => {
    const { log, creations } = await populated(20);
    expect(log.slice(0, 5)).toEqual(['list ', 'list available', 'list pending', 'list sold', 'missing 81']);
    expect(creations).toEqual([41, 27, 13]);
  });

  it.each([
    [0, 101],
    [100, 1],
    [101, 0],
    [500, 0],
  ])('of %d known pets creates %d', async (known, missing) => {
    const { log } = await populated(known);
    expect(log.filter((line) => line.startsWith('create'))).toHaveLength(missing);
  });

  it('stops where three creations in a row are not carried out', async () => {
    const { log } = await populated(20, [201, 400, 429, 201, 400, 404, 500]);
    expect(log.filter((line) => line.startsWith('create'))).toHaveLength(7);
  });
});
