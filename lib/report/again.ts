import type { LedgerRow } from '../ledger/ledger.ts';
import { type RuleId, rules } from '../rules/index.ts';
import { printable } from '../text/printable.ts';
import { argument } from '../text/shell-word.ts';
import type { RunReport } from './run-report.ts';

/** How to see a violation again; every text is harmless. */
export interface Again {
  /** A line for a POSIX shell. */
  readonly command: string;
  /** The inputs that showed it, the smallest of each probe first. */
  readonly smallest: readonly string[];
}

/** As many inputs of one rule as are told. */
const MOST_INPUTS = 8;

/** How to see a violated rule again. Only what a probe sent can be sent again: foreign traffic has no seed. */
export function againOf(row: LedgerRow, report: RunReport): Again | undefined {
  const { run, exchanges, again } = report;
  const smallest = run.counterexamples.filter(({ rules: broken }) => broken.includes(row.id)).slice(0, MOST_INPUTS);
  const isOwn = smallest.length > 0 || row.evidence.some((number) => exchanges.get(number)?.probe !== undefined);
  if (!isOwn) return undefined;
  return {
    command: again === undefined ? commandFor(row.id, report) : started(report, again),
    smallest: smallest.map(({ smallest: input }) => printable(input)),
  };
}

/**
 * The line that shows a rule's first violation again, where it is printed: `petvet replay` sends what led to it, with its
 * preparation. Where no report is kept, the probes of the rule are all that can be sent again.
 */
function commandFor(id: RuleId, report: RunReport): string {
  const { run, sameService: { folder, flags } = { flags: [] } } = report;
  return folder === undefined
    ? checkLine(id, report, ['--seed', `${run.seed}`])
    : line(report, ['replay', folder, id, ...flags]);
}

/** The line that probes a rule of the same service again. */
function checkLine(id: RuleId, report: RunReport, draws: readonly string[]): string {
  const { knowledge, sameService } = report;
  const { leftOutInputs = [] } = knowledge;
  const without = leftOutInputs.length === 0 ? [] : ['--skip-input', leftOutInputs.join(',')];
  return line(report, ['check', '--rule', id, ...draws, ...without, ...(sameService?.flags ?? [])]);
}

function line(report: RunReport, words: readonly string[]): string {
  return started(report, words.map(argument).join(' '));
}

/** A command as it is typed. Without a word of how petvet was started it is the bare name, which no shell fetches from anywhere. */
function started({ petvet = 'petvet' }: RunReport, command: string): string {
  return `${petvet} ${command}`;
}

/** Rules on what must be refused with 400. */
const OF_REFUSALS: readonly RuleId[] = ['CREATE-5', 'CREATE-6', 'CREATE-7'];

/**
 * How the violations of a row are usually mended, in one or two sentences; undefined where that is not known. Where a body was refused,
 * though with another 4xx or with a 5xx, the check is there, and only its status is wrong.
 */
export function howToFix({ id, findings }: Pick<LedgerRow, 'id' | 'findings'>): string | undefined {
  const { toFix } = rules[id];
  if (toFix === undefined || !OF_REFUSALS.includes(id)) return toFix;
  const own = findings.filter(({ verdict, see }) => verdict === 'fail' && see === undefined);
  const statuses = own.map(({ wrongStatus = 0 }) => (wrongStatus >= 400 ? wrongStatus : undefined));
  const refused = [...new Set(statuses.flatMap((status) => status ?? []))].toSorted((a, b) => a - b);
  if (refused.length === 0) return toFix;
  const said = sayRefused(refused);
  return statuses.every((status) => status !== undefined) ? said : `${toFix} ${said}`;
}

function sayRefused(statuses: readonly number[]): string {
  const isThrown = statuses.some((status) => status >= 500);
  const where = isThrown
    ? 'check the body before it is used, and catch what parsing and validation throw'
    : 'change the status where the framework answers errors of validation';
  return `Send 400 instead of ${statuses.join(' and ')}: ${where}, in one place for ${OF_REFUSALS.join(', ')}.`;
}
