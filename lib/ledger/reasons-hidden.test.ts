import { describe, expect, it } from 'vitest';
import type { Sightings } from '../judges/sightings.ts';
import type { RuleId } from '../rules/index.ts';
import { aFinding, ledgerOf, rowOf } from './ledger.fixture.ts';

const ended = { endedEarly: 'all 120 requests were used (raise --max-requests)' };

const reason = (
  id: RuleId,
  violated: readonly RuleId[],
  end: { endedEarly?: string; seen?: Partial<Sightings> } = {},
) =>
  rowOf(
    id,
    ledgerOf(
      violated.map((one) => aFinding(one, 'fail')),
      {},
      end,
    ),
  );

describe('a rule that no response verified', () => {
  it.each<[RuleId, RuleId]>([
    ['ERR-2', 'ERR-1'],
    ['LIST-3', 'JSON-2'],
    ['LIST-11', 'LIST-2'],
    ['CREATE-2', 'CREATE-1'],
    ['RATE-4', 'RATE-1'],
  ])('%s names the violation of %s, and no budget that would not help', (id, by) => {
    const says = `no response of this run verifies it; the violation of ${by} may hide it`;
    expect(reason(id, [by])).toMatchObject({ verdict: 'not-exercised', says });
    const row = reason(id, [by], ended);
    expect(row).toMatchObject({ verdict: 'not-exercised', says });
    expect(row.isCutShort).toBeUndefined();
  });

  it('names none where none of them is violated', () => {
    expect(reason('ERR-2', ['LIST-2']).says).toBe('no response of this run verifies it');
    expect(reason('ERR-2', ['LIST-2'], ended)).toMatchObject({
      says: `not reached; ${ended.endedEarly}`,
      isCutShort: true,
    });
  });

  it('names it beside the limit only where that was reached', () => {
    expect(reason('RATE-13', ['RATE-2'], { seen: { refused: 3, isAfterReset: true } }).says).toBe(
      'the limit was reached (3 × 429), but no response verifies it; the violation of RATE-2 may hide it',
    );
    expect(reason('RATE-13', ['RATE-2'], { seen: { refused: 0 } }).says).not.toContain('RATE-2');
  });

  it('has the other reason where that is known', () => {
    expect(reason('LIST-4', ['JSON-2'], { seen: { pets: 7 } }).says).not.toContain('JSON-2');
  });
});
