import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownPet } from '../expectation/expectation.ts';
import { expect as expectation } from '../expectation/expect.ts';
import { aRequest, DATES, knowing } from '../expectation/request.fixture.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { burstRequests } from './burst-requests.ts';

const name = () => 'petvetBURST01';

const KNOWLEDGE = fc
  .record({
    writes: fc.boolean(),
    asOf: fc.constantFrom(...Object.values(DATES)),
    categoryId: fc.option(fc.bigInt(1n, 5n), { nil: undefined }),
    categories: fc.uniqueArray(fc.bigInt(1n, 9n), { maxLength: 2 }).map((ids) => new Set(ids)),
    ids: fc.uniqueArray(fc.bigInt(1n, 9n), { maxLength: 2 }),
  })
  .map(({ ids, categoryId, ...parts }) =>
    knowing({
      ...parts,
      ...(categoryId !== undefined && { categoryId }),
      pets: new Map(ids.map((id): [bigint, KnownPet] => [id, { id, status: 'available', seenIn: 1 }])),
    }),
  );

function sent({ method, target, body }: OutgoingRequest): ReturnType<typeof aRequest> {
  return aRequest({ method, target, ...(typeof body === 'string' && { text: body }) });
}

const operations = (requests: readonly OutgoingRequest[]) =>
  requests.map(({ method, target }) => `${method} ${target.replace(/\?.*/, '').replace(/\d+$/, '{petId}')}`);

describe('the requests of the burst', () => {
  it('are lists, then a getPet and a createPet, so that what must not be admitted goes last', () => {
    const requests = burstRequests(5, { ...knowing(), name });
    expect(operations(requests)).toEqual(['GET /pets', 'GET /pets', 'GET /pets', 'GET /pets/{petId}', 'POST /pets']);
    expect(requests.at(-1)?.body).toBe('{"name":"petvetBURST01","categoryId":7}');
    // A list with a filter may have a handler of its own.
    expect(requests.map(({ target }) => target.includes('status='))).toEqual([false, false, true, false, false]);
  });

  it('are as many as asked for, of the key, documented, and none a POST where writes are off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), KNOWLEDGE, (count, knowledge) => {
        const requests = burstRequests(count, { ...knowledge, name });
        expect(requests).toHaveLength(count);
        expect(requests.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(knowledge.writes ? 1 : 0);
        for (const request of requests) {
          expect(request.headers).toEqual([['Authorization', 'Bearer {primary}']]);
          expect(expectation(sent(request), knowledge)).toMatchObject({ regularity: 'documented', caller: 'valid' });
        }
      }),
    );
  });

  it('leave out what nobody can ask for: no known pet, a removed getPet, no category', () => {
    const lists = Array.from({ length: 5 }, () => 'GET /pets');
    const nothing = knowing({ pets: new Map(), categories: new Set() });
    expect(operations(burstRequests(5, { ...nothing, name }))).toEqual(lists);
    const removed = knowing({ asOf: DATES.removed, writes: false });
    expect(operations(burstRequests(5, { ...removed, name }))).toEqual(lists);
  });
});
