import { join } from 'node:path';
import { HarnessError, InterruptedError, UsageError } from '../../errors.ts';
import { defaultFolder, historyName } from '../../run/folder.ts';
import { DEFAULT_REQUESTS } from '../../probe/budget.ts';
import { waitUntilUp } from '../../run/wait-until-up.ts';
import type { Target } from '../../targets/target.ts';
import { runCheck, type CheckFlags } from './check.ts';
import { readProfiles } from '../../gate/profiles.ts';
import { EXIT } from '../../gate/exit.ts';
import { planOf } from '../shared/plan-of.ts';
import { withProfile } from '../shared/profile.ts';
import { typedFolder } from '../../run/write-run.ts';
import type { Terminal } from '../shared/terminal.ts';
import { openTriggers, type Triggers } from './watch-triggers.ts';

/** A service that restarts has this long to respond, in milliseconds. */
const UP_MS = 30_000;

/**
 * Tests a service again and again, for whoever implements it: after a run with violations only what failed, until that is fixed.
 * Ends with `q`, the end of standard input, or Ctrl-C.
 *
 * @param opens - where the triggers come from
 * @returns the exit status of the last run
 */
export async function watchCheck(given: CheckFlags, terminal: Terminal, opens = openTriggers): Promise<number> {
  const { watch: _watch, ...flags } = given;
  const target = planOf(flags, terminal).configured;
  if (target === undefined)
    throw new UsageError(
      '--watch has nothing to watch: no target is configured',
      'set PETVET_BASE_URL and PETVET_API_KEY',
    );
  const triggers = opens(target, terminal.interrupt, () => terminal.err('The service is down; waiting for it.\n'));
  try {
    return await rounds(flags, target, triggers, terminal);
  } finally {
    triggers.close();
  }
}

async function rounds(flags: CheckFlags, target: Target, triggers: Triggers, terminal: Terminal): Promise<number> {
  let failing: string | undefined;
  let looksAgain = false;
  for (;;) {
    const directory = defaultFolder(terminal.cwd, historyName(target));
    const round = looksAgain && failing !== undefined ? againFlags(flags, failing) : flags;
    const made = await attempt(() => runCheck({ ...round, report: directory }, terminal), terminal);
    if (made === EXIT.interrupted) return made;
    const status = made ?? EXIT.cannotJudge;
    if (status === EXIT.violates && !looksAgain) failing = directory;
    // Where it is fixed, or cannot be told, only every rule says more; where nothing was sent, the same is to be done again.
    if (status !== EXIT.violates && made !== undefined) failing = undefined;
    terminal.err(`\n${whatNext(failing, terminal)}\n`);
    const trigger = await triggers.next();
    if (trigger === 'end') return status;
    if (trigger === 'restarted') {
      terminal.err('The service has restarted.\n');
      const bounds = { longest: UP_MS, interrupt: terminal.interrupt };
      await attempt(() => waitUntilUp(target, bounds).then(() => EXIT.conforms), terminal);
    }
    looksAgain = trigger !== 'all' && failing !== undefined;
    if (!looksAgain) failing = undefined;
  }
}

/** A service that is down, or a folder that is full, ends no watching. @returns undefined where it failed */
async function attempt(make: () => Promise<number>, terminal: Terminal): Promise<number | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    terminal.err(`petvet: ${error.message}\n  ${error.hint}\n`);
    return error instanceof InterruptedError ? EXIT.interrupted : undefined;
  }
}

function whatNext(failing: string | undefined, { cwd }: Terminal): string {
  const enter =
    failing === undefined
      ? 'Enter: test every rule'
      : `Enter: test again what failed (${join(typedFolder(failing, cwd), 'report.html')}) · a, Enter: test every rule`;
  return `Watching. ${enter} · q, Enter: end. A restart of a service on this machine starts a test, too.`;
}

/**
 * The flags of a run that looks again at what failed: what chooses rules, requests or a seed follows from the report. It is no run of a
 * profile, which would promise more, but keeps within it.
 */
function againFlags(flags: CheckFlags, failedFrom: string): CheckFlags {
  const { coverage, strictness } = readProfiles(flags.profile);
  const { seed: _seed, maxTime: _time, smoke: _smoke, failFast: _failFast, ...profiled } = withProfile(flags, coverage);
  const { baseline: _baseline, waitUntilUp: _wait, requireComplete: _complete, populate: _pets, ...others } = profiled;
  const chosen = { rule: [], skip: [], skipInput: [], failOn: [] };
  // Whoever waits for an answer after each edit wants it in seconds: the whole run is for `a`.
  const maxRequests = Math.min(flags.maxRequests ?? DEFAULT_REQUESTS, DEFAULT_REQUESTS);
  return { ...others, ...chosen, maxRequests, profile: [strictness], failedFrom };
}
