import { UsageError } from '../errors.ts';
import { printable } from '../report/printable.ts';
import { argument } from '../report/shell-word.ts';
import { violationLines } from '../report/terminal-violations.ts';
import { rules } from '../rules/index.ts';
import { findFinding, readRecordedRun, type RecordedFinding, type RecordedRun } from '../replay/recorded-run.ts';
import { onlyTheRunShows } from '../replay/place.ts';
import { repeat, type Repeated, type RepeatPlan } from '../replay/repeat.ts';
import { requestsOfTheRun } from '../replay/run-again.ts';
import { reportOf } from '../run/run-report.ts';
import { readEnvironment } from '../targets/environment.ts';
import type { ReplayFlags } from './commands/replay.ts';
import { beginDay } from './day.ts';
import { EXIT } from './exit.ts';
import { outShielded } from './github.ts';
import { typedFolder } from './publish.ts';
import { asOfAgain, resolveAgain } from './replay-target.ts';
import { tellingOfTheRun } from './telling-of-the-run.ts';
import type { Terminal } from './terminal.ts';

/** One finding needs few requests; most of these are for looking again at what is in doubt. */
const MOST_REQUESTS = 60;

/** Sends again what led to a finding. @returns the exit status */
export async function runReplay(
  dir: string,
  text: string | undefined,
  flags: ReplayFlags,
  terminal: Terminal,
): Promise<number> {
  const recorded = await readRecordedRun(dir);
  if (text === undefined) throw noFindingNamed(recorded, typedFolder(dir, terminal.cwd));
  const found = findFinding(recorded, text);
  const asOf = asOfAgain(recorded, flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const again = await resolveAgain(recorded, flags, environment, asOf);
  const { target, note } = again;
  try {
    if (note !== undefined) terminal.err(`${note}\n`);
    const repeated = await sendAgain({ recorded, findings: [found], target, asOf }, flags, terminal);
    return tell({ found, folder: typedFolder(dir, terminal.cwd) }, repeated, terminal);
  } finally {
    await again.close();
  }
}

/** Which violations there are to name. */
export function noFindingNamed({ report }: RecordedRun, folder: string): UsageError {
  const violated = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const [first] = violated;
  return new UsageError(
    'no finding is named',
    first === undefined
      ? 'that report has no violation; another finding is named by its rule, such as LIST-2'
      : `the violations of that report are ${violated.join(', ')}: petvet replay ${argument(folder)} ${first}`,
  );
}

function sendAgain(
  what: Pick<RepeatPlan, 'recorded' | 'findings' | 'target' | 'asOf'>,
  flags: ReplayFlags,
  terminal: Terminal,
): Promise<Repeated> {
  const { recorded, findings, target } = what;
  const [found = nothing()] = findings;
  const name = `${found.rule}#${found.place}`;
  const maxOfTheRun = requestsOfTheRun(recorded, findings);
  const needsRun = onlyTheRunShows(found);
  const maxRequests = needsRun ? 0 : MOST_REQUESTS;
  terminal.err(
    needsRun
      ? `Sending ${name} again to ${target.baseUrl}.\n`
      : `Sending ${name} again to ${target.baseUrl}: at most ${maxRequests} requests; if they cannot tell, the whole run, at most ${maxOfTheRun} requests.\n`,
  );
  const day = beginDay(target, maxRequests + maxOfTheRun, flags, terminal);
  const plan = { ...what, maxRequests, maxOfTheRun, day, interrupt: terminal.interrupt };
  return repeat({ ...plan, ...tellingOfTheRun(plan, terminal) }).finally(() => day.close());
}

function nothing(): never {
  throw new TypeError('there is always a finding to send again');
}

/** What was looked at again, and the folder of its report as it can be typed. */
interface LookedAt {
  readonly found: RecordedFinding;
  readonly folder: string;
}

function tell({ found, folder }: LookedAt, { settled, verdicts }: Repeated, terminal: Terminal): number {
  const [one] = settled;
  const name = `${found.rule}#${found.place}`;
  const { run, exchanges, ledger } = verdicts;
  if (run.interrupted) {
    terminal.err('petvet: interrupted before there was a verdict\n');
    return EXIT.interrupted;
  }
  switch (one?.state) {
    case 'violated again': {
      // A should that is broken is a warning in a report; here it is what was asked for.
      const rows = ledger.rows.map((row) =>
        row.id === found.rule && row.verdict === 'warn' ? { ...row, verdict: 'fail' as const } : row,
      );
      const report = reportOf({ ...verdicts, ledger: { ...ledger, rows } }, folder);
      const told = `${name} is violated again: ${printable(one.says)}`;
      outShielded([...violationLines(report, terminal), '', told].join('\n'), terminal);
      return EXIT.violates;
    }
    case 'fixed': {
      const word = found.finding.verdict === 'inconclusive' ? 'satisfied' : 'fixed';
      outShielded(`${name} is ${word}: ${printable(one.says)}`, terminal);
      terminal.out(`  ${rules[found.rule].says}`);
      outShielded(`  ${run.sent} requests were sent; it was: ${printable(found.finding.says)}`, terminal);
      return EXIT.conforms;
    }
    default:
      terminal.err(
        `petvet: cannot tell whether ${name} is fixed, because ${printable(one?.says ?? 'nothing was sent')}\n`,
      );
      if (exchanges.size > 0)
        terminal.err(`  ${run.sent} requests were sent; it was: ${printable(found.finding.says)}\n`);
      return EXIT.cannotJudge;
  }
}
