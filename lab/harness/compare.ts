import type { ExpectedVerdict } from './stacks.ts';

/** What a run, or the judging of recorded evidence, came to. */
export interface Found {
  readonly outcome: string;
  /** Why the run ended early, where it did: then nothing says what the rest of it would have found. */
  readonly endedEarly?: string;
  /** Must rules with the verdict `fail`, with what is said of them. */
  readonly violated: readonly Row[];
  /** Must rules that apply and are neither satisfied nor violated. */
  readonly open: readonly Row[];
}

/** A rule, and the sentence of its verdict. */
export interface Row {
  readonly rule: string;
  readonly says: string;
}

/** A row of a ledger or of a report. */
interface RuleRow {
  readonly id: string;
  readonly level: string;
  readonly verdict: string;
  readonly says: string;
  readonly findings: readonly { readonly verdict: string; readonly says: string; readonly see?: string | undefined }[];
}

/** Picks out of the rows what the lab compares and shows. */
export function foundIn(outcome: string, rows: readonly RuleRow[], endedEarly?: string): Found {
  const musts = rows.filter(({ level }) => level === 'must');
  const of = (...verdicts: readonly string[]): Row[] =>
    musts
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ id, verdict, says, findings }) => ({
        rule: id,
        says: findings.find((finding) => finding.verdict === verdict && finding.see === undefined)?.says ?? says,
      }));
  const ended = endedEarly === undefined ? {} : { endedEarly };
  return { outcome, ...ended, violated: of('fail'), open: of('inconclusive', 'not-exercised') };
}

/** How what was found differs from what was expected, a sentence for each difference; none when it agrees. */
export function differences(found: Found, expected: ExpectedVerdict): string[] {
  const expectedRules = new Set<string>(expected.violated.map(({ rule }) => rule));
  const foundRules = new Set(found.violated.map(({ rule }) => rule));
  return [
    ...(found.endedEarly === undefined ? [] : [`the run ended early: ${found.endedEarly}`]),
    ...(found.outcome === expected.outcome ? [] : [`the outcome is ${found.outcome}, expected: ${expected.outcome}`]),
    ...found.violated
      .filter(({ rule }) => !expectedRules.has(rule))
      .map(({ rule, says }) => `${rule} is violated, which is not expected: ${says}`),
    ...expected.violated
      .filter(({ rule }) => !foundRules.has(rule))
      .map(({ rule, because }) => {
        const open = found.open.find((row) => row.rule === rule);
        return `${rule} is expected to be violated (${because}), but ${open === undefined ? 'it is not' : `it is open: ${open.says}`}`;
      }),
  ];
}
