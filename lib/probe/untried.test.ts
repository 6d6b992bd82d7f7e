import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import { expect as expectation } from '../expectation/expect.ts';
import { aRequest, knowing } from '../expectation/request.fixture.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './credentials.ts';
import { untriedLists, untriedRequests } from './untried.ts';

const IDS = fc.uniqueArray(fc.bigInt(INT64.minimum, INT64.maximum), { maxLength: 30 });
const MANY = 1_200;

/** All that the model has is covered. */
const nothing = () => undefined;

function requests(count: number, ...given: Parameters<typeof untriedRequests>): OutgoingRequest[] {
  const untried = untriedRequests(...given);
  return Array.from({ length: count }, () => untried.next().value);
}

function some(count: number, ...given: Parameters<typeof untriedRequests>): string[] {
  return requests(count, ...given).map(({ target }) => target);
}

describe('requests that were not tried yet', () => {
  it('never end, never repeat one another or what was sent, and are documented', () => {
    fc.assert(
      fc.property(IDS, fc.integer({ min: 0, max: 400 }), (known, already) => {
        const sent = new Set(some(already, nothing, new Set(), known));
        const targets = some(MANY, nothing, sent, known);
        expect(targets).toHaveLength(MANY);
        expect(new Set([...sent, ...targets]).size).toBe(already + MANY);
        for (const target of targets) {
          const { regularity, operation } = expectation(aRequest({ target }), knowing());
          expect([target, regularity, operation]).toEqual([target, 'documented', expect.any(String)]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are GETs of the key', () => {
    for (const request of requests(MANY, nothing, new Set(), [3n]))
      expect(request).toMatchObject({ method: 'GET', headers: [['Authorization', 'Bearer {primary}']] });
  });

  it('begin with known pets, limits with a status and limits alone, by turns', () => {
    const targets = some(7, nothing, new Set(['/pets?limit=2']), [-7n, 3n]);
    expect(targets).toEqual([
      '/pets/-7',
      '/pets?limit=1&status=available',
      '/pets?limit=1',
      '/pets/3',
      '/pets?limit=1&status=pending',
      '/pets?limit=1&status=sold',
      '/pets?limit=3',
    ]);
  });
});

it('what covers something goes first, at each moment at which there is such', () => {
  const planned = [asPrimary('GET', '/pets?limit=20'), undefined, asPrimary('GET', '/pets/9'), undefined, undefined];
  expect(some(4, () => planned.shift(), new Set(), [3n])).toEqual([
    '/pets?limit=20',
    '/pets/3',
    '/pets/9',
    '/pets?limit=1&status=available',
  ]);
});

describe('lists that were not tried yet', () => {
  it('are all different, and not what was sent, also meanwhile, until every list was', () => {
    const sent = new Set(['/pets?limit=1']);
    const lists = untriedLists(sent);
    const targets = Array.from({ length: LISTS - 2 }, () => {
      const { target } = lists.next().value;
      if (target === '/pets?limit=2') sent.add('/pets?limit=3');
      return target;
    });
    expect(new Set(targets).size).toBe(LISTS - 2);
    expect(targets).not.toContain('/pets?limit=1');
    expect(targets).not.toContain('/pets?limit=3');
    expect(lists.next().value.target).toBe('/pets?limit=1');
  });
});

/** Every limit alone, and with every status, in both orders. */
const LISTS = 100 + 2 * 300;
