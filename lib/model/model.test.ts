import { describe, expect, it } from 'vitest';
import { PAGE, PET_STATUSES } from '../contract/pets.ts';
import { aList } from '../expectation/request.fixture.ts';
import { readListQuery } from '../expectation/request.ts';
import { covers } from './coverage.ts';
import type { Partition } from './dimension.ts';
import { MODEL } from './index.ts';
import { keyOf } from './pairs.ts';
import { ROWS } from './rows.fixture.ts';

const PARTITIONS: ReadonlyMap<string, Partition> = new Map(
  MODEL.flatMap((one) => one.partitions.map((partition) => [keyOf(one, partition.id), partition] as const)),
);

const repeated = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);

describe('the input model', () => {
  it('names each dimension once by operation, and each partition once by dimension', () => {
    expect(repeated(MODEL.map(({ operation, name }) => `${operation} ${name}`))).toEqual([]);
    for (const { name, partitions } of MODEL)
      expect([name, repeated(partitions.map(({ id }) => id))]).toEqual([name, []]);
  });

  it('has a partition for each row of the table, and a row for each partition', () => {
    expect([...ROWS.keys()].toSorted()).toEqual([...PARTITIONS.keys()].toSorted());
  });

  it.each([...ROWS])('a request lies in %s', (key, { request, around }) => {
    const { partitions, pairs } = covers(request, around);
    expect(partitions).toContain(key);
    expect(PARTITIONS.get(key)?.kind === 'odd' && pairs.length > 0).toBe(false);
  });
});

describe('a documented list', () => {
  const limits = [undefined, ...Array.from({ length: PAGE.maximum }, (_none, at) => at + PAGE.minimum)];
  const queries = limits.flatMap((limit) =>
    [undefined, ...PET_STATUSES].flatMap((status) => {
      const parts = [limit === undefined ? [] : [`limit=${limit}`], status === undefined ? [] : [`status=${status}`]];
      return [parts.flat().join('&'), parts.toReversed().flat().join('&')];
    }),
  );

  it('lies in one documented partition each of caller, form, headers, limit, status and moment', () => {
    for (const query of new Set(queries)) {
      expect(readListQuery(`/pets?${query}`).oddities).toEqual([]);
      const { partitions } = covers(aList(query), { moments: [] });
      expect(partitions.map((key) => PARTITIONS.get(key)?.kind)).toEqual(partitions.map(() => 'documented'));
      expect([query, partitions.length]).toEqual([query, query.includes('&') ? 7 : 6]);
    }
  });

  it.each([
    'limit=007',
    'lim%69t=5',
    'limit=5&page=2',
    'limit=5&limit=5',
    'limit=5&p-q=1',
    'status=%73old',
    'limit=+5',
  ])('is not what %s asks for, and nothing documented is covered by it', (query) => {
    expect(readListQuery(`/pets?${query}`).oddities).not.toEqual([]);
    const { partitions, pairs } = covers(aList(query), { moments: ['after an error'] });
    const documented = partitions.filter((key) => PARTITIONS.get(key)?.kind === 'documented');
    expect([documented, pairs]).toEqual([['listPets moment: after an error'], []]);
  });
});
