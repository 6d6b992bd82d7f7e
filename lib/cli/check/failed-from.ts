import { join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { DEFAULT_REQUESTS } from '../../probe/budget.ts';
import { VERDICT_LOOKS } from '../../report/verdict-words.ts';
import { beside, paint } from '../../text/look.ts';
import { printable } from '../../text/printable.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { failedRules, findingsToRepeat, settleRules, type RuleSettled } from '../../replay/failed-from.ts';
import type { DayFlags } from '../../run/day-use.ts';
import { defaultFolder, historyName, makeRoom } from '../../run/folder.ts';
import { readRecordedRun } from '../../replay/recorded-run.ts';
import { repeat, type RepeatPlan } from '../../replay/repeat.ts';
import { requestsOfTheRun } from '../../replay/run-again.ts';
import type { RuleId } from '../../rules/index.ts';
import { readEnvironment } from '../../targets/environment.ts';
import type { TargetFlags } from '../../targets/resolve.ts';
import { beginDay } from '../shared/day.ts';
import { EXIT, type Strictness } from '../../gate/exit.ts';
import { exitOf } from '../../run/gate.ts';
import { keepHistory } from '../shared/keep-history.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import { publish } from '../shared/publish.ts';
import { asOfAgain, resolveAgain } from '../../replay/again-target.ts';
import { tellingOfTheRun } from '../shared/telling-of-the-run.ts';
import type { Terminal } from '../shared/terminal.ts';

/** The flags of `check` that `--failed-from` heeds. */
export interface FailedFlags extends TargetFlags, DayFlags {
  readonly failedFrom: string;
  readonly asOf?: string | undefined;
  readonly report?: string | undefined;
  readonly keep?: number | undefined;
  readonly maxRequests?: number | undefined;
}

/**
 * Looks again at the must rules that failed in an earlier run: at what had broken them, and at nothing else. Reports as
 * `check` does, and says for each rule what became of it.
 */
export async function checkFailed(flags: FailedFlags, strictness: Strictness, terminal: Terminal): Promise<number> {
  const recorded = await readRecordedRun(flags.failedFrom);
  const { chosen } = failedRules(recorded);
  const findings = findingsToRepeat(recorded, chosen);
  if (findings.length === 0)
    throw new UsageError('the evidence of that run is not complete', 'run `petvet check` without --failed-from');
  const asOf = asOfAgain(recorded, flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const again = await resolveAgain(recorded, flags, environment, asOf);
  try {
    return await lookAgain({ recorded, findings, chosen, asOf, ...again }, flags, strictness, terminal);
  } finally {
    await again.close();
  }
}

/** What is looked at again, and where. */
interface Looking extends Pick<RepeatPlan, 'recorded' | 'findings' | 'target' | 'asOf'> {
  readonly chosen: readonly RuleId[];
  readonly note?: string;
}

async function lookAgain(
  { chosen, note, ...looking }: Looking,
  flags: FailedFlags,
  strictness: Strictness,
  terminal: Terminal,
): Promise<number> {
  const { recorded, findings, target } = looking;
  const directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
  const evidenceFile = join(directory, EVIDENCE_FILE);
  if (resolve(terminal.cwd, directory) === resolve(terminal.cwd, flags.failedFrom))
    throw new UsageError('--report names the folder of the report that --failed-from reads', 'give another one');
  makeRoom(evidenceFile);
  const maxRequests = Math.min(flags.maxRequests ?? DEFAULT_REQUESTS, DEFAULT_REQUESTS);
  const whole = requestsOfTheRun(recorded, findings);
  const maxOfTheRun = Math.min(whole, Math.max(0, (flags.maxRequests ?? Infinity) - maxRequests));
  if (note !== undefined) terminal.err(`${note}\n`);
  terminal.err(
    `Retesting ${chosen.join(', ')} on ${target.baseUrl}: up to ${maxRequests} requests` +
      `${maxOfTheRun > 0 ? `; up to ${maxRequests + maxOfTheRun} if a full run is needed` : ''}.\n`,
  );
  const day = beginDay(target, maxRequests + maxOfTheRun, flags, terminal);
  const plan = { ...looking, maxRequests, maxOfTheRun, evidenceFile, day, interrupt: terminal.interrupt };
  const { settled, verdicts } = await repeat({ ...plan, ...tellingOfTheRun(plan, terminal) }).finally(() =>
    day.close(),
  );
  await publish(verdicts, directory, terminal);
  await keepHistory(directory, flags, terminal);
  const rules = settleRules(recorded, chosen, settled);
  terminal.out(['', ...rules.flatMap((rule) => ruleLines(rule, terminal))].join('\n'));
  const exit = exitOfAll(rules, exitOf(verdicts, strictness));
  sayDecision(exit, terminal);
  return exit.exitStatus;
}

/** What became of the rules decides, unless the run itself comes to something worse. */
function exitOfAll(rules: readonly RuleSettled[], exit: ReturnType<typeof exitOf>): ReturnType<typeof exitOf> {
  if (exit.exitStatus === EXIT.interrupted || exit.exitStatus === EXIT.violates) return exit;
  const those = (wanted: RuleSettled['state']) => rules.filter(({ state }) => state === wanted).map(({ rule }) => rule);
  const [again, open] = [those('violated again'), those('cannot tell')];
  if (again.length > 0) return { exitStatus: EXIT.violates, because: `violated again: ${again.join(', ')}` };
  return open.length > 0 ? { exitStatus: EXIT.cannotJudge, because: `cannot tell: ${open.join(', ')}` } : exit;
}

const LOOKS = {
  fixed: VERDICT_LOOKS.pass,
  'violated again': VERDICT_LOOKS.fail,
  'cannot tell': VERDICT_LOOKS.inconclusive,
} as const;

function ruleLines({ rule, state, says }: RuleSettled, look: Terminal): string[] {
  const { symbol, tone } = LOOKS[state];
  const head = `${paint(look, tone, symbol)} ${rule}: ${paint(look, tone, state)}`;
  const text = state === 'cannot tell' ? `because ${printable(says)}` : printable(says);
  return [head, ...beside(look, { label: '', column: 4, text, textTone: 'quiet' })];
}
