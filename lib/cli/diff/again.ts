import { join } from 'node:path';
import { namesOf } from '../../diff/words.ts';
import { UsageError } from '../../errors.ts';
import { budgetOf } from '../../probe/budget.ts';
import { isOfLimit, type RuleId } from '../../rules/index.ts';
import { specOf } from '../../run/check.ts';
import { leaveRoom } from '../../run/folder.ts';
import { selectRules } from '../../run/selection.ts';
import type { ConformanceReport } from '../../shapes/report.ts';
import type { Target } from '../../targets/target.ts';
import { beginDay, countingDay } from '../shared/day.ts';
import type { DiffFlags } from './values.ts';
import { AGAIN } from './telling.ts';
import type { PairPlan } from '../../run/pair-plan.ts';
import type { PairProgress } from './progress.ts';
import { checkOne, MOST_AGAIN, restedAt, waitUntil, type JudgedRun } from '../../run/pair-runs.ts';
import type { Terminal } from '../shared/terminal.ts';

/** One of the two services, the runs made so far, and where its second run goes. */
interface Asked {
  readonly pair: PairPlan;
  readonly side: 'before' | 'after';
  /** The runs that used the key of this service, the newest last. */
  readonly used: readonly JudgedRun[];
  /** Of the comparison. */
  readonly directory: string;
  readonly flags: DiffFlags;
}

/** What a second run came to. */
export interface SecondRun {
  readonly report?: ConformanceReport;
  /** When it ended; see {@link JudgedRun}. */
  readonly endedAt?: number;
  /** Why there is none; a clause. */
  readonly note?: string;
}

/**
 * Checks one of the services a second time, for a few rules, in a few requests and with a window of their own. The rate limit is used up
 * only where one of the rules needs that, and as the first run was to.
 *
 * @returns undefined where there is nothing to ask for, so that no second run is needed
 */
export async function checkAgain(
  asked: readonly RuleId[],
  { pair, side, used, directory, flags }: Asked,
  progress: PairProgress,
  terminal: Terminal,
): Promise<SecondRun | undefined> {
  const { plan, [side]: target } = pair;
  const chosen = asked.filter((id) => plan.selection.chosen.includes(id));
  if (chosen.length === 0 || terminal.interrupt.aborted) return undefined;
  const folder = join(directory, AGAIN[side]);
  try {
    const sending = sendingFor(chosen, pair, target);
    const day = beginDay(target, budgetOf({ ...target.plan, ...sending }).usual, flags, terminal);
    try {
      const spec = specOf({
        ...plan,
        ...sending,
        target,
        selection: selectRules(chosen, []),
        directory: folder,
        day: day.bounds,
      });
      // Another service may share the limit of the key.
      const rested = Math.max(
        ...used.map((run) => restedAt(target, run, pair.isOneKey ? Infinity : (sending.maxRequests ?? Infinity))),
      );
      progress.say(
        `Checking ${target.name} a second time for ${namesOf(spec.chosen, MOST_NAMED)}${waitWords(rested)}.`,
      );
      await waitUntil(rested, terminal.interrupt);
      const run = { spec, watcher: countingDay(progress.of(target.name), day) };
      const { report, failure, endedAt } = await checkOne(run, { interrupt: terminal.interrupt, cwd: terminal.cwd });
      progress.done();
      if (failure !== undefined) return { note: whyNone(target, side, failure) };
      return { ...(report !== undefined && { report }), ...(endedAt !== undefined && { endedAt }) };
    } finally {
      day.close();
      leaveRoom(folder);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { note: whyNone(target, side, error) };
  }
}

/** What the second run may send: what uses the limit up takes as many requests as in the first one. */
function sendingFor(chosen: readonly RuleId[], { plan }: PairPlan, target: Target) {
  if (plan.useUp !== 'never' && chosen.some(isOfLimit)) return { useUp: plan.useUp, maxRequests: plan.maxRequests };
  return {
    useUp: 'never',
    maxRequests: Math.min(MOST_AGAIN, plan.maxRequests ?? MOST_AGAIN),
    limitLeft: `a second run of ${target.name} does not use up the rate limit`,
  } as const;
}

/** As many rules as a line names. */
const MOST_NAMED = 8;

function waitWords(until: number): string {
  const seconds = Math.ceil((until - Date.now()) / 1_000);
  return seconds > 0 ? `, in ${seconds} s, once its rate limit has reset` : '';
}

function whyNone({ name }: Target, side: Asked['side'], { message }: Error): string {
  const means = side === 'before' ? 'a difference may be noise' : 'what it did not verify stays open';
  return `no second run of ${name}, so ${means}: ${message}`;
}
