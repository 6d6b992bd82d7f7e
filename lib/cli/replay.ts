import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { UsageError } from '../errors.ts';
import { demandOutputFile } from '../files/output-file.ts';
import { systemWords } from '../files/system-words.ts';
import { renderScript } from '../report/script.ts';
import { printable } from '../report/printable.ts';
import { violationLines } from '../report/terminal-violations.ts';
import { rules } from '../rules/index.ts';
import { findFinding, readRecordedRun, type RecordedFinding, type RecordedRun } from '../replay/recorded-run.ts';
import { onlyTheRunShows } from '../replay/place.ts';
import { repeat, type Repeated, type RepeatPlan } from '../replay/repeat.ts';
import { requestsOfTheRun } from '../replay/run-again.ts';
import { reportOf } from '../run/run-report.ts';
import { scriptOf } from '../replay/script-demands.ts';
import { readEnvironment } from '../targets/environment.ts';
import { PLAN_CHOICES } from '../targets/settings.ts';
import { beginDay } from './day.ts';
import { EXIT } from './exit.ts';
import { outShielded } from './github.ts';
import { count, share } from './options.ts';
import { typedFolder } from './publish.ts';
import { asOfAgain, resolveAgain } from './replay-target.ts';
import { tellingOfTheRun } from './telling-of-the-run.ts';
import type { Terminal } from './terminal.ts';

interface ReplayFlags {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly asOf?: string;
  readonly writes?: boolean;
  readonly allowPlainHttp?: boolean;
  readonly dayShare?: number;
  readonly dayUsed?: number;
  /** True when no file is named. */
  readonly script?: string | true;
}

/** One finding needs few requests; most of these are for looking again at what is in doubt. */
const MOST_REQUESTS = 60;

/** Adds `petvet replay` to the program. */
export function addReplay(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('replay')
    .argument('<dir>', 'the folder of a report')
    .argument('<finding>', 'LIST-2 for the first violation of a rule, LIST-2#3 for its third finding')
    .summary('send again what led to a finding, and say whether it is fixed')
    .description(
      'Sends again what led to a finding of an earlier run, judges the answers as that run did, and says whether the fault is\n' +
        'still there. The service is the one of that run unless flags name another one; its key comes from the environment.',
    )
    .option('--target <name>', 'another target named in the environment or in .env')
    .option('--base-url <url>', 'another base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: as then)').choices([...PLAN_CHOICES]))
    .option('--as-of <date>', 'declare that the service lives at this date (YYYY-MM-DD)')
    .option('--writes', 'send POST, too: animals that it creates stay')
    .option('--no-writes', 'send no POST at all')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--day-share <share>', "spend at most so much of the key's day, whoever spends it (default: 50%)", share)
    .option('--day-used <number>', 'requests that the key has spent today, where this machine cannot know', count)
    .option('--script [file]', 'send nothing; write a script for Node 18 or newer that does it, without any dependency')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, finding: string, flags: ReplayFlags) =>
      finish(await runReplay(dir, finding, flags, terminal)),
    );
}

const EXAMPLES = `
Examples:
  petvet replay reports/staging/2026-11-21T13-00-00 LIST-2
  petvet replay reports/staging/2026-11-21T13-00-00 LIST-2#3 --base-url http://127.0.0.1:8080/v1
  petvet replay reports/staging/2026-11-21T13-00-00 CREATE-6 --script create-6.mjs

Exit status: 0 fixed, 1 violated again, 2 cannot tell, 130 interrupted.`;

async function runReplay(dir: string, text: string, flags: ReplayFlags, terminal: Terminal): Promise<number> {
  const recorded = await readRecordedRun(dir);
  const found = findFinding(recorded, text);
  if (flags.script !== undefined) return writeScript(found, recorded, flags.script, terminal);
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
      : `Sending ${name} again to ${target.baseUrl}: ${maxRequests} requests at most, and the whole run, ${maxOfTheRun} at most, where these cannot tell.\n`,
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
    terminal.err('petvet: interrupted before it could be told\n');
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

async function writeScript(
  found: RecordedFinding,
  recorded: RecordedRun,
  file: string | true,
  terminal: Terminal,
): Promise<number> {
  const script = renderScript(scriptOf(found, recorded));
  if (file === true) {
    terminal.out(script);
    return EXIT.conforms;
  }
  const hint = 'name another file, or none to have the script printed';
  const path = resolve(terminal.cwd, file);
  demandOutputFile(path, hint);
  try {
    await writeFile(path, script);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${systemWords(error)}`, hint);
  }
  terminal.out(`Written: ${file}. Run it with: PETVET_API_KEY=… node ${file}`);
  return EXIT.conforms;
}
