import { expect, it } from 'vitest';
import type { Ledger, LedgerRow } from './ledger.ts';
import { narrowLedger } from './narrowed.ts';

const row = (id: LedgerRow['id'], verdict: LedgerRow['verdict']): LedgerRow => ({
  id,
  level: 'must',
  verdict,
  says: '',
  evidence: [],
  evidenceCount: 0,
  findings: [],
});

const ledgerOf = (...rows: LedgerRow[]): Ledger => ({ outcome: 'incomplete', rows });

it('rules that were not asked about do not count', () => {
  const narrowed = narrowLedger(ledgerOf(row('RATE-1', 'pass'), row('LIST-1', 'not-exercised')), ['RATE-1'], false);
  expect(narrowed).toMatchObject({ outcome: 'conforming', rows: [{ id: 'RATE-1' }] });
});

it('what was seen violated stays, asked about or not', () => {
  const narrowed = narrowLedger(ledgerOf(row('RATE-1', 'pass'), row('ERR-3', 'fail')), ['RATE-1'], false);
  expect(narrowed).toMatchObject({ outcome: 'violating', rows: [{ id: 'RATE-1' }, { id: 'ERR-3' }] });
});

it('a run that ended early is not called conforming', () => {
  expect(narrowLedger(ledgerOf(row('RATE-1', 'pass')), ['RATE-1'], true).outcome).toBe('aborted');
});
