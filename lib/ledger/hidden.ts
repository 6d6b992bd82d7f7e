import { rules, type RuleId } from '../rules/index.ts';
import type { LedgerRow } from './ledger.ts';
import type { RunEnd } from './reasons.ts';

/** Rules whose evidence the violation of others takes away: a body that is no Error has no status to compare. */
const HIDES: readonly { readonly by: readonly RuleId[]; readonly what: readonly RuleId[] }[] = [
  { by: ['ERR-1', 'JSON-1'], what: ['ERR-2', 'ERR-4', 'ERR-6'] },
  {
    by: ['JSON-2', 'LIST-1'],
    what: ['LIST-2', 'LIST-3', 'LIST-4', 'LIST-6', 'LIST-7', 'LIST-9', 'LIST-10', 'LIST-11', 'LIST-12', 'GET-6'],
  },
  { by: ['LIST-2'], what: ['LIST-3', 'LIST-11'] },
  { by: ['CREATE-1', 'JSON-2'], what: ['CREATE-2', 'CREATE-3', 'CREATE-4', 'CREATE-10', 'JSON-3'] },
  { by: ['GET-1', 'JSON-2'], what: ['GET-5'] },
  { by: ['RATE-1'], what: ['RATE-2', 'RATE-3', 'RATE-4', 'RATE-6', 'RATE-9', 'RATE-13'] },
  { by: ['RATE-2'], what: ['RATE-9', 'RATE-13'] },
  { by: ['RATE-7'], what: ['RATE-8', 'RATE-9'] },
];

/**
 * The rows of a run in which a rule that no response verified names the violation that may be why. Such responses were received, so
 * that a longer run would hardly verify it.
 */
export function sayWhatHides(rows: readonly LedgerRow[], { ownTraffic, seen }: RunEnd): LedgerRow[] {
  const failed = new Set(rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  return rows.map((row) => {
    const by = row.verdict === 'not-exercised' ? hiddenBy(row.id, failed) : undefined;
    const isRefusal = rules[row.id].needs?.includes('limit exhaustion') === true;
    if (by === undefined || (isRefusal && seen.refused === 0)) return row;
    const { isCutShort: _isCutShort, ...kept } = row;
    const unseen = `no response of this ${ownTraffic ? 'run' : 'traffic'} verifies it`;
    if (row.says.startsWith('not reached; ')) return { ...kept, says: `${unseen}${hint(by)}` };
    return /\bno response\b.* verifies it$/.test(row.says) ? { ...row, says: `${row.says}${hint(by)}` } : row;
  });
}

/** The reason of a row without the violation that may be why. */
export function withoutHint(says: string): string {
  return says.replace(/; the violation of [A-Z]+-\d+ may hide it$/, '');
}

function hint(by: RuleId): string {
  return `; the violation of ${by} may hide it`;
}

function hiddenBy(id: RuleId, failed: ReadonlySet<RuleId>): RuleId | undefined {
  return HIDES.flatMap(({ by, what }) => (what.includes(id) ? by : [])).find((one) => failed.has(one));
}
