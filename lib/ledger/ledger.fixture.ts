import type { Knowledge } from '../evidence/knowledge.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import type { Finding } from '../judges/finding.ts';
import type { Sightings } from '../judges/sightings.ts';
import type { RuleId } from '../rules/index.ts';
import { LedgerBook } from './book.ts';
import type { Ledger, LedgerRow } from './ledger.ts';
import type { RunEnd } from './reasons.ts';

/** A finding, shown by exchange 1 and in words of its own unless said otherwise. */
export function aFinding(rule: RuleId, verdict: Finding['verdict'], parts: Partial<Finding> = {}): Finding {
  return { rule, verdict, shownBy: [1], says: `${rule} ${verdict}`, ...parts };
}

/** What a usual run holds: pages, creations, and a limit that was not reached. */
const SEEN: Sightings = {
  answered: 100,
  perOperation: { listPets: 60, createPet: 20, getPet: 20 },
  pages: 50,
  largestPage: 100,
  pets: 120,
  oddLimits: 8,
  admitted: 90,
  refused: 0,
  isIdTold: true,
  isResetTold: true,
  ofSecondKey: 0,
};

const END: RunEnd = { aborted: false, ownTraffic: true, seen: SEEN };

/** What some findings come to. */
export function ledgerOf(
  findings: readonly Finding[],
  run: Partial<Knowledge> = {},
  { seen, ...end }: Partial<Omit<RunEnd, 'seen'>> & { readonly seen?: Partial<Sightings> } = {},
): Ledger {
  const book = new LedgerBook(aRun(run));
  book.enter(findings);
  return book.close({ ...END, ...end, seen: { ...SEEN, ...seen } });
}

/** The row of one rule. */
export function rowOf(id: RuleId, { rows }: Ledger): LedgerRow {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the ledger has no row ${id}`);
  return row;
}
