import { describe, expect, it } from 'vitest';
import { aCreation, aList } from '../expectation/request.fixture.ts';
import { Coverage } from './coverage.ts';
import { exchangesOfARun, knownPets } from './exchanges.fixture.ts';
import { MODEL } from './index.ts';
import { pairsOf } from './pairs.ts';
import { summarise, type CoverageSummary, type Reasons } from './summary.ts';

const OTHERWISE = 'not among the requests of this run';
const UNMET: Reasons['unmet'] = {
  writes: 'writes are off',
  burst: 'the rate limit was not reached',
  'this machine': 'it is another machine',
  'second key': 'there is no second key',
};

function summaryOf({ unmet = {}, ids = [] }: { unmet?: Reasons['unmet']; ids?: bigint[] } = {}): CoverageSummary {
  const next = exchangesOfARun();
  const coverage = new Coverage();
  for (const query of ['', 'limit=1&status=sold', 'limit=abc'])
    coverage.take(next({ request: aList(query) }), knownPets());
  return summarise(coverage, knownPets(...ids), { unmet, otherwise: OTHERWISE });
}

function whyNot(summary: CoverageSummary, operation: string, name: string): Readonly<Record<string, string>> {
  const found = summary.dimensions.find((one) => one.operation === operation && one.name === name);
  return Object.fromEntries(found?.missing.map(({ partition, why }) => [partition, why]) ?? []);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}

describe('the summary of coverage', () => {
  it('adds up: what is covered and what is missing make every dimension, and all of them the whole', () => {
    const { dimensions, partitions, combined, pairs } = summaryOf();
    expect(dimensions.map(({ covered, missing }) => covered.length + missing.length)).toEqual(
      MODEL.map((one) => one.partitions.length),
    );
    expect(sum(dimensions.map(({ covered }) => covered.length))).toBe(partitions.covered);
    expect(sum(dimensions.map(({ covered, missing }) => covered.length + missing.length))).toBe(partitions.total);
    expect([sum(combined.map(({ covered }) => covered)), sum(combined.map(({ total }) => total))]).toEqual([
      pairs.covered,
      pairs.total,
    ]);
    expect(pairs.total).toBe(pairsOf(MODEL).length);
    expect([partitions.covered, pairs.covered]).toEqual([10, 9]);
  });

  it('says why: writes, the limit, a key in other places and another key', () => {
    const summary = summaryOf({ unmet: UNMET });
    expect(whyNot(summary, 'createPet', 'name')['long']).toBe('writes are off');
    expect(whyNot(summary, 'createPet', 'moment')['after a 429']).toBe('writes are off');
    expect(whyNot(summary, 'listPets', 'moment')).toMatchObject({
      'after a creation': 'writes are off',
      'after a 429': 'the rate limit was not reached',
      'at the same time as another': OTHERWISE,
    });
    expect(whyNot(summary, 'any', 'form of the key')).toMatchObject({
      'in other headers': 'it is another machine',
      "another caller's key": 'there is no second key',
      'a wrong key': OTHERWISE,
    });
  });

  it('says of a pet that nobody saw one like it, or that nobody asked for it', () => {
    const summary = summaryOf({ ids: [7n, 2n ** 60n] });
    expect(whyNot(summary, 'getPet', 'size of a known id')).toEqual({
      'up to 31 bits': OTHERWISE,
      'up to 53 bits': 'no such pet was seen',
      'more than 53 bits': OTHERWISE,
    });
    expect(whyNot(summary, 'getPet', 'place among the pets seen')).toMatchObject({ between: 'no such pet was seen' });
  });

  it('says of a service that had no pets before that no older one was seen', () => {
    const coverage = new Coverage();
    coverage.take(exchangesOfARun()({ request: aCreation(), status: 201, created: 7n }), knownPets());
    const summary = summarise(coverage, knownPets(7n), { unmet: {}, otherwise: OTHERWISE });
    expect(whyNot(summary, 'getPet', 'origin of the pet')).toEqual({
      'created in this run': OTHERWISE,
      older: 'no such pet was seen',
    });
  });
});
