import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { VERDICT_LOOKS } from '../report/verdict-words.ts';
import { beside, paint } from '../report/page.ts';
import { printable } from '../report/printable.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { FAILED_REQUESTS, failedRules, findingsToRepeat, settleRules, type RuleSettled } from '../run/failed-from.ts';
import type { DayFlags } from '../run/day-use.ts';
import { defaultFolder, historyName, makeRoom } from '../run/folder.ts';
import { readRecordedRun } from '../run/recorded-run.ts';
import { repeat } from '../run/repeat.ts';
import { readEnvironment } from '../target/environment.ts';
import type { TargetFlags } from '../target/resolve.ts';
import { beginDay } from './day.ts';
import { exitStatus, type Strictness } from './exit.ts';
import { outShielded } from './github.ts';
import { keepHistory } from './history.ts';
import { publish } from './publish.ts';
import { asOfAgain, resolveAgain } from './replay-target.ts';
import type { Terminal } from './terminal.ts';

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
  const target = resolveAgain(recorded, flags, readEnvironment(terminal.cwd, terminal.environment));
  const asOf = asOfAgain(recorded, flags.asOf, terminal.today);
  const findings = findingsToRepeat(recorded, chosen);
  if (findings.length === 0)
    throw new UsageError('the evidence of that run is not complete', 'run `petvet check` without --failed-from');
  const directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
  const evidenceFile = join(directory, EVIDENCE_FILE);
  if (resolve(terminal.cwd, directory) === resolve(terminal.cwd, flags.failedFrom))
    throw new UsageError('--report names the folder of the report that --failed-from reads', 'give another one');
  makeRoom(evidenceFile);
  const maxRequests = Math.min(flags.maxRequests ?? FAILED_REQUESTS, FAILED_REQUESTS);
  terminal.err(`Looking again at ${chosen.join(', ')} on ${target.baseUrl}, in ${maxRequests} requests at most.\n`);
  const { interrupt } = terminal;
  const day = beginDay(target, maxRequests, flags, terminal);
  const { settled, verdicts } = await repeat({
    recorded,
    findings,
    target,
    asOf,
    maxRequests,
    evidenceFile,
    interrupt,
    day,
  }).finally(() => day.close());
  await publish(verdicts, directory, terminal);
  await keepHistory(directory, flags, terminal);
  const rules = settleRules(chosen, settled);
  outShielded(['', ...rules.flatMap((rule) => ruleLines(rule, terminal))].join('\n'), terminal);
  return exitStatus(verdicts, strictness);
}

const LOOKS = {
  fixed: VERDICT_LOOKS.pass,
  failing: VERDICT_LOOKS.fail,
  'not settled': VERDICT_LOOKS.inconclusive,
} as const;

const WORDS = { fixed: 'fixed', failing: 'still failing', 'not settled': 'not settled' } as const;

function ruleLines({ rule, state, says }: RuleSettled, look: Terminal): string[] {
  const { symbol, tone } = LOOKS[state];
  const word = paint(look, tone, WORDS[state]);
  const head = `${paint(look, tone, symbol)} ${rule}: ${word}`;
  return [head, ...beside(look, { label: '', column: 4, text: printable(says), textTone: 'quiet' })];
}
