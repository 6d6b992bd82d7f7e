import { describe, expect, it } from 'vitest';
import type { Finding } from '../judges/finding.ts';
import { aKnowledge, anExchange } from '../judges/judges.fixture.ts';
import { NOT_FOUND } from '../judges/lost-writes.ts';
import { lookForWitnesses } from './witnesses.ts';

const LOST: Finding = { rule: 'CREATE-10', verdict: 'fail', says: 'nowhere', fault: NOT_FOUND, shownBy: [1] };

/** The exchange that showed a pet last: a list, or only its creation. */
function seenIn(id: bigint): number {
  return id === 6n ? 16 : 30 - Number(id);
}

/** Pets 1 to 6 were created by exchanges 11 to 16; of these, 1 to 5 were shown by lists, the last of them first. */
async function lookedFor(findings: readonly Finding[], rest = 10, asOf = '2026-11-21'): Promise<bigint[]> {
  const created = [1n, 2n, 3n, 4n, 5n, 6n];
  const pets = new Map(created.map((id) => [id, { id, status: undefined, seenIn: seenIn(id) }]));
  const ids: bigint[] = [];
  await lookForWitnesses(
    {
      knowledge: aKnowledge({ pets, asOf }),
      conclude: () => findings,
      created: () => created,
      exchange: (id) => anExchange({ id, method: id < 20 ? 'POST' : 'GET' }),
    },
    rest,
    async (id) => ids.push(id),
  );
  return ids;
}

describe('where a created pet is nowhere to be found', () => {
  it('those that were seen are looked for, the one that was seen longest ago first', async () => {
    expect(await lookedFor([LOST])).toEqual([5n, 4n, 3n, 2n]);
  });

  it('no more are looked for than the remaining requests allow', async () => {
    expect(await lookedFor([LOST], 2)).toEqual([5n, 4n]);
    expect(await lookedFor([LOST], 0)).toEqual([]);
  });

  it('none is where nothing is lost for sure, or getPet is gone', async () => {
    expect(await lookedFor([{ ...LOST, verdict: 'inconclusive' }])).toEqual([]);
    expect(await lookedFor([{ ...LOST, fault: 'another fault' }])).toEqual([]);
    expect(await lookedFor([LOST], 10, '2031-01-01')).toEqual([]);
  });
});
