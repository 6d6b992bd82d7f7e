import { describe, expect, it } from 'vitest';
import { aFinding, ledgerOf } from '../ledger/ledger.fixture.ts';
import { sayName } from './finding-name.ts';
import { namesOf, violationsOf, type Counting } from './violations.ts';

const FAILED: Counting = { counts: ({ verdict }) => verdict === 'fail', warnings: false };

describe('the violations of a ledger', () => {
  const base = { operation: 'listPets', fault: 'too many items' } as const;

  it('are those of violated rules alone, without what is blamed on another rule', () => {
    const { rows } = ledgerOf([
      aFinding('LIST-2', 'fail', base),
      aFinding('LIST-1', 'fail', { see: 'LIST-2', fault: 'x' }),
      aFinding('LIST-3', 'inconclusive', { fault: 'x' }),
    ]);
    expect(violationsOf(rows, FAILED)).toEqual([{ rule: 'LIST-2', ...base }]);
  });

  it('name a fault once that plain requests meet, whatever unusual ones meet it, too', () => {
    const { rows } = ledgerOf([
      aFinding('LIST-2', 'fail', { ...base, input: 'a Range header' }),
      aFinding('LIST-2', 'fail', base),
      aFinding('LIST-2', 'fail', { ...base, fault: 'too few items', input: 'a Range header' }),
    ]);
    expect(violationsOf(rows, FAILED).map(sayName)).toEqual([
      'LIST-2 on listPets: too many items',
      'LIST-2 on listPets: too few items (a Range header)',
    ]);
    expect(namesOf(rows, FAILED)).toHaveLength(3);
  });

  it('name a fault of a kind of response once, on whatever input it is met', () => {
    const inputs = ['name is a number', 'status is a number', 'the body is empty'];
    const met = (rule: 'ERR-1' | 'ERR-3' | 'CREATE-6', count: number, fault = 'missing in a 400') =>
      violationsOf(
        ledgerOf(
          inputs.slice(0, count).map((input) => aFinding(rule, 'fail', { operation: 'createPet', fault, input })),
        ).rows,
        FAILED,
      ).map(({ input }) => input);
    expect(met('ERR-1', 3)).toEqual([undefined]);
    expect(met('ERR-1', 2)).toEqual(inputs.slice(0, 2));
    expect(met('CREATE-6', 3)).toEqual(inputs);
    expect(met('ERR-3', 3, 'answered 500')).toEqual(inputs);
  });

  it('name a rule that the configuration alone violates', () => {
    const { rows } = ledgerOf([], { baseUrl: 'http://127.0.0.1:8080/v2' });
    expect(violationsOf(rows, FAILED)).toEqual([{ rule: 'VER-1' }]);
  });

  it('are warnings beside a must rule, too, where these count', () => {
    const { rows } = ledgerOf([aFinding('CREATE-2', 'pass'), aFinding('CREATE-2', 'warn', { fault: 'trimmed' })]);
    const named = (warnings: boolean) => violationsOf(rows, { counts: () => true, warnings }).map(sayName);
    expect([named(false), named(true)]).toEqual([[], ['CREATE-2: trimmed']]);
  });
});
