import { UsageError } from '../../errors.ts';
import { printable } from '../../text/printable.ts';
import { argument } from '../../text/shell-word.ts';
import { violationLines } from '../../report/terminal-violations.ts';
import { counted } from '../../text/counted.ts';
import { rules, type RuleId } from '../../rules/index.ts';
import { findFindings, readRecordedRun, type RecordedFinding, type RecordedRun } from '../../replay/recorded-run.ts';
import { onlyTheRunShows } from '../../replay/place.ts';
import { repeat, type Repeated, type RepeatPlan } from '../../replay/repeat.ts';
import { requestsOfTheRun } from '../../replay/run-again.ts';
import type { Settled } from '../../replay/settled.ts';
import { reportOf } from '../../run/run-report.ts';
import { readEnvironment } from '../../targets/environment.ts';
import type { RunFlags } from '../shared/flags.ts';
import { beginDay } from '../shared/day.ts';
import { EXIT } from '../../gate/exit.ts';
import { typedFolder } from '../../run/write-run.ts';
import { asOfAgain, resolveAgain } from '../../replay/again-target.ts';
import { tellingOfTheRun } from '../shared/telling-of-the-run.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet replay` is told. */
export interface ReplayFlags extends Pick<
  RunFlags,
  'target' | 'baseUrl' | 'plan' | 'asOf' | 'writes' | 'allowPlainHttp'
> {
  readonly dayShare?: number;
}

/** One finding needs few requests; most of these are for looking again at what is in doubt. */
const MOST_REQUESTS = 60;

/** More findings of one rule are not sent at once: each takes a request at least. */
const MOST_FINDINGS = 40;

/** Sends again what led to a finding, or to every violation of a rule. @returns the exit status */
export async function runReplay(
  dir: string,
  text: string | undefined,
  flags: ReplayFlags,
  terminal: Terminal,
): Promise<number> {
  const recorded = await readRecordedRun(dir);
  const folder = typedFolder(dir, terminal.cwd);
  if (text === undefined) throw noFindingNamed(recorded, folder);
  const [first, ...others] = findFindings(recorded, text);
  const findings = [first, ...others.slice(0, MOST_FINDINGS - 1)];
  const asOf = asOfAgain(recorded, flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const again = await resolveAgain(recorded, flags, environment, asOf);
  const { target, note } = again;
  try {
    if (note !== undefined) terminal.err(`${note}\n`);
    const repeated = await sendAgain({ recorded, findings, target, asOf }, flags, terminal);
    return tell({ rule: first.rule, unsent: 1 + others.length - findings.length, folder }, repeated, terminal);
  } finally {
    await again.close();
  }
}

/** Which violations there are to name. */
export function noFindingNamed({ report }: RecordedRun, folder: string): UsageError {
  const violated = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const [first] = violated;
  return new UsageError(
    'no finding was given',
    first === undefined
      ? 'that report has no violation; give the rule of another finding, such as LIST-2'
      : `${violated.length === 1 ? 'the violation of that report is' : 'the violations of that report are'} ${violated.join(', ')}: petvet replay ${argument(folder)} ${first}`,
  );
}

function sendAgain(
  what: Pick<RepeatPlan, 'recorded' | 'findings' | 'target' | 'asOf'>,
  flags: ReplayFlags,
  terminal: Terminal,
): Promise<Repeated> {
  const { recorded, findings, target } = what;
  const [first] = findings;
  const name = findings.length === 1 ? nameOf(first) : `${findings.length} findings of ${first?.rule}`;
  const maxOfTheRun = requestsOfTheRun(recorded, findings);
  const needsRun = findings.every(onlyTheRunShows);
  const maxRequests = needsRun ? 0 : MOST_REQUESTS;
  terminal.err(
    needsRun
      ? `Sending ${name} again to ${target.baseUrl}.\n`
      : `Sending ${name} again to ${target.baseUrl}: at most ${maxRequests} requests; if that does not settle it, the whole run: at most ${maxOfTheRun} requests.\n`,
  );
  const day = beginDay(target, maxRequests + maxOfTheRun, flags, terminal);
  const plan = { ...what, maxRequests, maxOfTheRun, day, interrupt: terminal.interrupt };
  return repeat({ ...plan, ...tellingOfTheRun(plan, terminal) }).finally(() => day.close());
}

/** As `petvet replay` takes it. */
function nameOf(found: RecordedFinding | undefined): string {
  return `${found?.rule}#${found?.place}`;
}

/** What was sent again, and the folder of its report as it can be typed. */
interface LookedAt {
  readonly rule: RuleId;
  /** How many more violations of the rule the report holds. */
  readonly unsent: number;
  readonly folder: string;
}

function tell({ rule, unsent, folder }: LookedAt, { settled, verdicts }: Repeated, terminal: Terminal): number {
  const { run, exchanges, ledger } = verdicts;
  if (run.interrupted) {
    terminal.err('petvet: interrupted before there was a verdict\n');
    return EXIT.interrupted;
  }
  const [violated, open, fixed] = (['violated again', 'cannot tell', 'fixed'] as const).map((state) =>
    settled.filter((one) => one.state === state),
  );
  const sent = `${counted(run.sent, 'request was', 'requests were')} sent`;
  if (violated !== undefined && violated.length > 0) {
    // A should that is broken is a warning in a report; here it is what was asked for.
    const rows = ledger.rows.map((row) =>
      row.id === rule && row.verdict === 'warn' ? { ...row, verdict: 'fail' as const } : row,
    );
    const report = reportOf({ ...verdicts, ledger: { ...ledger, rows } }, folder);
    const told = [...violated, ...(open ?? []), ...(fixed ?? [])].map(sayOne);
    terminal.out([...violationLines(report, terminal), '', ...told].join('\n'));
    if (settled.length > 1)
      terminal.out(`${rule}: ${violated.length} of ${settled.length} findings violated again; ${sent}`);
    return EXIT.violates;
  }
  const why = open === undefined || open.length === 0 ? whyUnsent(rule, unsent, settled.length) : undefined;
  if (fixed !== undefined && fixed.length === settled.length && why === undefined) {
    terminal.out(fixed.map(sayOne).join('\n'));
    terminal.out(`  ${rules[rule].says}`);
    const was = fixed.map(({ found }) => printable(found.finding.says));
    terminal.out(`  ${sent}; before: ${[...new Set(was)].join('; ')}`);
    return EXIT.conforms;
  }
  if (fixed !== undefined && fixed.length > 0) terminal.out(fixed.map(sayOne).join('\n'));
  for (const one of open ?? []) terminal.err(`petvet: ${sayOne(one)}\n`);
  if (why !== undefined) terminal.err(`petvet: ${why}\n`);
  if (exchanges.size > 0) terminal.err(`  ${sent}; before: ${printable(settled[0]?.found.finding.says ?? '')}\n`);
  return EXIT.cannotJudge;
}

function whyUnsent(rule: RuleId, unsent: number, sent: number): string | undefined {
  if (unsent === 0) return undefined;
  return `cannot tell whether ${rule} is fixed, because ${unsent} more of its findings were not sent again: name one, such as ${rule}#${sent + 1}`;
}

/** What became of one finding, in a sentence. */
function sayOne({ found, state, says }: Settled): string {
  const name = nameOf(found);
  if (state === 'violated again') return `${name} is violated again: ${printable(says)}`;
  if (state === 'cannot tell') return `cannot tell whether ${name} is fixed, because ${printable(says)}`;
  return `${name} is ${found.finding.verdict === 'inconclusive' ? 'satisfied' : 'fixed'}: ${printable(says)}`;
}
