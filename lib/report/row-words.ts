import type { CountedFinding, Ledger, LedgerRow } from '../ledger/ledger.ts';
import { printable } from '../text/printable.ts';

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

/**
 * Findings as a list tells them: what is blocked by one other rule is one line, however many kinds of input met it. An
 * input is named only where it is that of all.
 */
export function blamedOnce(findings: readonly CountedFinding[]): CountedFinding[] {
  const groups = Map.groupBy(findings, (finding) => finding.see ?? finding);
  return [...groups.values()].flatMap((same) => {
    const [first, ...more] = same;
    if (first === undefined || more.length === 0) return first ?? [];
    const { input, alsoShownBy = [], ...told } = first;
    const others = more.flatMap((one) => [...one.shownBy, ...(one.alsoShownBy ?? [])]);
    const also = [...new Set([...alsoShownBy, ...others])].filter((id) => !told.shownBy.includes(id));
    const isAll = input !== undefined && more.every((one) => one.input === input);
    const times = same.reduce((sum, one) => sum + one.times, 0);
    return [
      {
        ...told,
        ...(isAll && { input }),
        times: Math.min(times, told.shownBy.length + also.length),
        alsoShownBy: also,
      },
    ];
  });
}
