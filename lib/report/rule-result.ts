import type { CountedFinding, Ledger, LedgerRow, Verdict } from '../ledger/ledger.ts';
import { AREAS, areaOf, rules } from '../rules/index.ts';
import { ownViolations } from './arrangement.ts';
import type { Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { OtherTest, RunReport } from './run-report.ts';
import { isOfClient } from './scope.ts';
import { againLines, fixLines, kindLines, toldElsewhere, type MostKinds, labelled } from './terminal-violations.ts';
import { rowTold } from './verdict-words.ts';
import { failsGate, isKnown, whyKnown } from './gate-view.ts';

/** The name of what is asked of a load run besides the rules, and of a client. */
const SHORTFALL_NAME = 'the requested rate was reached and the objectives were met';
const CLIENT_SHORTFALL_NAME = 'the client relies on nothing that the specification leaves open';

/** The name of what went wrong with a run that ended early; of a run that did not, nothing is told. */
const UNFINISHED_NAME = 'the run ended early';

/** A row of the ledger in the words of formats that know tests. Every text is harmless: no control character is in it. */
export interface RuleResult {
  readonly row: LedgerRow;
  readonly status: ResultStatus;
  /** What is required, behind the id: `LIST-2 a page holds at most ...`. */
  readonly name: string;
  /** The title of the rule's area. */
  readonly area: string;
  /** One line: what was violated, or why nothing is verified. Absent for what passed. */
  readonly message?: string;
  /** What a standard asks for beyond the specification, a line each; even where the rule itself is kept. */
  readonly warnings: readonly string[];
  /** The findings with expected, actual, exchanges and curl lines; empty where there is nothing to show. */
  readonly details: readonly string[];
}

/**
 * `undecided`: looked at, but no verdict; `observed`: the specification is silent; `skipped`: nothing was looked at, or what is violated is
 * known to the gate, which would fail by a failed test.
 */
export type ResultStatus = 'passed' | 'failed' | 'undecided' | 'observed' | 'skipped';

const STATUSES: Readonly<Record<Verdict, ResultStatus>> = {
  fail: 'failed',
  inconclusive: 'undecided',
  pass: 'passed',
  warn: 'passed',
  observed: 'observed',
  'not-exercised': 'skipped',
  'not-applicable': 'skipped',
};

/** How much is told of one rule. */
interface Most extends MostKinds {
  /** A report of megabytes is read by nobody, and refused by some. */
  readonly characters: number;
}

const MOST: Most = { inFull: 5, inShort: 45, characters: 60_000 };

/** Warnings of one rule that are told. */
const MOST_WARNINGS = 5;

const PLAIN: Look = { colour: false, width: Number.POSITIVE_INFINITY };

/** Blanks before the label of a line. */
const MARGIN = 2;

/** What is told of a run besides its rules: why it ended early, what it falls short of, and what a client did in each situation. */
export function otherTests(report: RunReport): OtherTest[] {
  const { run, shortfalls, situations = [] } = report;
  const seconds = Math.max(0, run.endedAt - run.startedAt) / 1_000;
  const tests: OtherTest[] = [];
  if (run.aborted !== undefined)
    tests.push({
      id: 'run',
      name: UNFINISHED_NAME,
      area: 'Run',
      status: 'aborted',
      lines: [printable(run.aborted)],
      seconds,
    });
  if (shortfalls !== undefined)
    tests.push({
      id: 'shortfalls',
      name: isOfClient(report) ? CLIENT_SHORTFALL_NAME : SHORTFALL_NAME,
      area: 'Run',
      status: shortfalls.length > 0 ? 'failed' : 'passed',
      lines: shortfalls,
      seconds: 0,
    });
  return [...tests, ...situations];
}

/** Every rule of a run, in the order of the catalogue. */
export function ruleResults(report: RunReport): RuleResult[] {
  return report.ledger.rows.map((row) => resultOf(row, report));
}

function resultOf(row: LedgerRow, report: RunReport): RuleResult {
  const isKnownHere = isKnown(row, report);
  const isAllowed = report.gate?.allowed?.includes(row.id) === true;
  const isLetPass = isKnownHere || isAllowed;
  const isFailing = failsGate(row, report);
  const told = isFailing ? rowTold(row, report.ledger) : messageOf(row, report.ledger);
  const message =
    isLetPass && told !== undefined
      ? `${isKnownHere ? whyKnown(row, report) : 'not named by --fail-on'}: ${told}`
      : told;
  return {
    row,
    status: isLetPass && row.verdict === 'fail' ? 'skipped' : isFailing ? 'failed' : STATUSES[row.verdict],
    name: `${row.id} ${rules[row.id].says}`,
    area: AREAS[areaOf(row.id)],
    ...(message !== undefined && { message }),
    warnings: warningsOf(row),
    details: [...detailsOf(row, report, MOST), ...fixLines(row, PLAIN).map((line) => line.slice(MARGIN))],
  };
}

function messageOf(row: LedgerRow, ledger: Ledger): string | undefined {
  const { level, verdict } = row;
  const text = rowTold(row, ledger);
  switch (verdict) {
    case 'pass':
    case 'warn':
      return undefined;
    case 'fail':
      return text;
    case 'inconclusive':
      return level === 'must' ? `inconclusive, so this must rule is not verified: ${text}` : `inconclusive: ${text}`;
    case 'observed':
      return `observed, not judged: ${text}`;
    default:
      return `${verdict}: ${text}`;
  }
}

function warningsOf({ level, verdict, says, findings }: LedgerRow): string[] {
  if (level === 'observed') return [];
  const broken = findings.filter((one) => one.verdict === 'warn' || (verdict === 'warn' && one.verdict === 'fail'));
  if (broken.length === 0) return verdict === 'warn' ? [printable(says)] : [];
  const more = broken.length - MOST_WARNINGS;
  return [
    ...broken.slice(0, MOST_WARNINGS).map((one) => printable(one.says)),
    ...(more > 0 ? [`and ${more} more, in conformance.json`] : []),
  ];
}

/** The findings that speak for the verdict of a row, as harmless lines: what was expected, what came, how to see it again. */
export function detailsOf(row: LedgerRow, report: RunReport, most: Most): string[] {
  const findings = findingsToTell(row);
  if (row.verdict !== 'fail' && findings.length === 0) return [];
  const lines = [
    ...labelled('requirement', rules[row.id].says, PLAIN),
    ...labelled('source', rules[row.id].source, PLAIN),
    ...(findings.length === 0 ? labelled('actual', toldElsewhere(row), PLAIN) : []),
    ...kindLines(findings, report, PLAIN, most),
    ...againLines(row, report, PLAIN),
  ];
  return bounded(
    lines.map((line) => line.slice(MARGIN)),
    most.characters,
  );
}

/** Those that speak for the verdict of the row. */
export function findingsToTell(row: LedgerRow): CountedFinding[] {
  switch (row.verdict) {
    case 'fail':
      return ownViolations(row);
    case 'warn':
      return row.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    case 'inconclusive':
      return row.findings.filter(({ verdict }) => verdict === 'inconclusive');
    default:
      return [];
  }
}

function bounded(lines: readonly string[], characters: number): string[] {
  let room = characters;
  const fitting = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  return fitting.length === lines.length
    ? fitting
    : [...fitting, 'shortened: the full text is in conformance.json and the evidence'];
}
