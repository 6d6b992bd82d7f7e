import type { CountedFinding, Ledger, LedgerRow } from '../ledger/ledger.ts';
import { RULE_IDS } from '../rules/index.ts';
import type { Baseline, BaselineEntry } from './baseline-file.ts';
import { keyOf, nameOf, type FindingName } from './finding-name.ts';
import { isWhereSeen, type Tried } from './tried.ts';
import { withFixesFirst } from './fix-first.ts';
import { isSameFault, onPlain } from './same-fault.ts';
import { EVERYTHING, namesOf, ownFindings, summed, type Counting } from './violations.ts';

/** The findings of one run, held against a baseline. Nothing is dropped: each finding and each entry is in one of the lists. */
export interface BaselineUse {
  readonly file: string;
  /** Entries whose finding was seen. */
  readonly known: readonly BaselineEntry[];
  /** Violations that count and that no entry names. */
  readonly fresh: readonly FindingName[];
  /** Entries that the run could have seen, and did not. */
  readonly stale: readonly BaselineEntry[];
  /** Entries whose day is over, seen or not. */
  readonly expired: readonly BaselineEntry[];
  /** Entries that the run could not have seen. */
  readonly unseen: readonly { readonly entry: BaselineEntry; readonly why: string }[];
}

/** What a run may have seen. */
export interface RunReach {
  /** The day at which entries are held against their expiry, YYYY-MM-DD. */
  readonly day: string;
  /** Why the run did less than a whole run does, as a clause; undefined for a whole one. */
  readonly cutShort?: string | undefined;
  /** Whether the run sent a request like that of an entry's finding, as far as the entry names one. */
  readonly sentLike: (name: FindingName) => boolean;
  /** Where its requests lie in the input; nowhere where that is not asked. */
  readonly tried?: Pick<Tried, 'places'>;
}

/** As many kinds of one rule's findings as a ledger keeps: what else there was, nobody can hold against a baseline. */
export const KINDS_KEPT = 50;

/**
 * Holds the violations of a run against a baseline.
 *
 * @param counting - the violations that fail the gate
 */
export function holdAgainst(
  { file, entries }: Pick<Baseline, 'file' | 'entries'>,
  { rows }: Ledger,
  counting: Counting,
  reach: RunReach,
): BaselineUse {
  const ordered = withFixesFirst(rows);
  const each = namesOf(rows, EVERYTHING);
  const seen = [...each, ...summed(each)];
  const isSeen = (entry: BaselineEntry) =>
    seen.some((name) => isSameFault(entry, name) || isOfAnotherInput(entry, name, rows, reach));
  const expired = entries.filter(({ expires }) => expires !== undefined && expires < reach.day);
  const valid = entries.filter((entry) => !expired.includes(entry));
  const missing = valid
    .filter((entry) => !isSeen(entry))
    .map((entry) => ({ entry, why: whyUnseen(entry, rows, reach) }));
  return {
    file,
    known: valid.filter(isSeen),
    fresh: [
      ...summed(
        namesOf(ordered, counting).filter(
          (name) =>
            !entries.some(
              (entry) =>
                (isSameFault(entry, name) && isWithin(entry, name, rows, reach)) ||
                isOfAnotherInput(entry, name, rows, reach),
            ),
        ),
      ),
      ...ordered.filter((row) => counting.counts(row) && isCut(row, counting)).map(tooMany),
    ],
    stale: missing.filter(({ why }) => why === undefined).map(({ entry }) => entry),
    expired,
    unseen: missing.flatMap(({ entry, why }) => (why === undefined ? [] : [{ entry, why }])),
  };
}

/** Whether all that shows a fault lies where its entry saw it, or where the run of the entry sent nothing. */
function isWithin(
  { where }: BaselineEntry,
  name: FindingName,
  rows: readonly LedgerRow[],
  { tried }: RunReach,
): boolean {
  return (
    where === undefined ||
    tried === undefined ||
    findingsNamed(name, rows).every((finding) => isWhereSeen(where, finding, tried))
  );
}

/** Whether a fault has the name of an entry but for the input, and all that shows it lies where the entry saw its fault. */
function isOfAnotherInput(
  entry: BaselineEntry,
  name: FindingName,
  rows: readonly LedgerRow[],
  { tried }: RunReach,
): boolean {
  const { where = [] } = entry;
  if (where.length === 0 || tried === undefined || onPlain(entry) !== onPlain(name)) return false;
  const mine = findingsNamed(name, rows);
  return mine.length > 0 && mine.every((finding) => isWhereSeen(where, finding, tried, 'strictly'));
}

function findingsNamed(name: FindingName, rows: readonly LedgerRow[]): CountedFinding[] {
  const own = rows.filter(({ id }) => id === name.rule).flatMap((row) => ownFindings(row, true));
  return own.filter((finding) => keyOf(nameOf(name.rule, finding)) === keyOf(name));
}

function isCut(row: LedgerRow, { warnings }: Counting): boolean {
  const verdicts = Map.groupBy(ownFindings(row, warnings), ({ verdict }) => verdict);
  return [...verdicts.values()].some(({ length }) => length >= KINDS_KEPT);
}

function tooMany({ id }: LedgerRow): FindingName {
  return { rule: id, fault: `more than ${KINDS_KEPT - 1} kinds of faults, of which a report keeps no more` };
}

/** Why a run could not have seen the finding of an entry, as a clause; undefined where it could. */
function whyUnseen(
  entry: BaselineEntry,
  rows: readonly LedgerRow[],
  { cutShort, sentLike }: RunReach,
): string | undefined {
  if (entry.intermittent === true) return 'it comes and goes';
  if (cutShort !== undefined) return cutShort;
  const row = rows.find(({ id }) => id === entry.rule);
  if (row === undefined) return 'the run did not judge the rule';
  if (!VERIFIED.has(row.verdict)) return `the rule was not verified: ${row.says}`;
  return sentLike(entry) ? undefined : 'the run sent no such request';
}

/** Verdicts of rules that a run looked at: one that is violated otherwise was, too. */
const VERIFIED: ReadonlySet<LedgerRow['verdict']> = new Set(['pass', 'fail', 'warn']);

/** Entries in the order of the catalogue, as a new file lists them. */
export function inCatalogueOrder<T extends FindingName>(names: readonly T[]): T[] {
  return names.toSorted((a, b) => RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule));
}
