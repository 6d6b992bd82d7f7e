import type { CountedFinding, Ledger, LedgerRow } from '../ledger/ledger.ts';
import { printable } from './printable.ts';

/** What a finding says, harmless; where another rule is blamed, that it is blocked by it. */
export function toldOf({ says, see }: Pick<CountedFinding, 'says' | 'see'>, ledger: Ledger, most?: number): string {
  return see === undefined ? printable(says, most) : blockedBy(see, ledger);
}

/** What a row says, harmless: where all that speaks for its verdict is blamed on other rules, that it is blocked by them. */
export function rowTold({ verdict, says, findings }: LedgerRow, ledger: Ledger, most?: number): string {
  const telling = findings.filter((finding) => finding.verdict === verdict || finding.see !== undefined);
  const blamed = [...new Set(telling.flatMap(({ see }) => see ?? []))];
  const isBlocked = verdict === 'inconclusive' && blamed.length > 0 && telling.every(({ see }) => see !== undefined);
  return isBlocked ? blamed.map((id) => blockedBy(id, ledger)).join('; ') : printable(says, most);
}

function blockedBy(id: string, { rows }: Ledger): string {
  const isViolated = rows.some((row) => row.id === id && (row.verdict === 'fail' || row.verdict === 'warn'));
  return isViolated ? `blocked by the violation of ${id}` : `depends on ${id}, which is not decided`;
}
