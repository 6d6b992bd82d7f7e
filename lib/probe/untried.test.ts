import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import { expect as expectation } from '../expectation/expect.ts';
import { aRequest, knowing } from '../expectation/request.fixture.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { untriedRequests } from './untried.ts';

const IDS = fc.uniqueArray(fc.bigInt(INT64.minimum, INT64.maximum), { maxLength: 30 });
const MANY = 1_200;

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
        const sent = new Set(some(already, new Set(), known));
        const targets = some(MANY, sent, known);
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
    for (const request of requests(MANY, new Set(), [3n]))
      expect(request).toMatchObject({ method: 'GET', headers: [['Authorization', 'Bearer {primary}']] });
  });

  it('begin with every limit, then every limit of every status, then the known animals', () => {
    const targets = some(402, new Set(), [-7n, 3n]);
    expect(targets.slice(0, 2)).toEqual(['/pets?limit=1', '/pets?limit=2']);
    expect(targets.slice(100, 101)).toEqual(['/pets?limit=1&status=available']);
    expect(targets.slice(400)).toEqual(['/pets/-7', '/pets/3']);
  });
});
