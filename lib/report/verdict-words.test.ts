import { expect, it } from 'vitest';
import { aReport, aViolation } from './report.fixture.ts';
import { blamedOnce, rowTold } from './verdict-words.ts';

const blamed = aViolation({ rule: 'LIST-6', verdict: 'inconclusive', says: 'of LIST-2', see: 'LIST-2' });
const open = aViolation({ rule: 'LIST-6', verdict: 'inconclusive', says: 'another client wrote' });

function told(findings: readonly (typeof blamed)[]): string[] {
  const row = { id: 'LIST-6', verdict: 'inconclusive', says: 'left open', findings } as const;
  const { ledger } = aReport({ rows: [row, { id: 'LIST-2', verdict: 'fail', says: 'too many' }] });
  return ledger.rows.filter(({ id }) => id === 'LIST-6').map((one) => rowTold(one, ledger));
}

function inputs(...all: readonly string[]) {
  return blamedOnce(all.map((input) => ({ ...blamed, input }))).map(({ input }) => input);
}

it('a rule is called blocked by another one where nothing else leaves it open', () => {
  expect(told([blamed])).toEqual(['blocked by the violation of LIST-2']);
  expect(told([blamed, open])).toEqual(['left open']);
});

it('what is blamed on one rule is told once, with the input where that of all is the same', () => {
  expect(inputs('limit', 'limit')).toEqual(['limit']);
  expect(inputs('limit', 'status')).toEqual([undefined]);
});
