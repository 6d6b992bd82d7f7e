import { join } from 'node:path';
import type { ChecksDiff } from '../diff/checks.ts';
import { namesOf } from '../diff/words.ts';
import { UsageError } from '../errors.ts';
import { areaOf, isRuleId, type RuleId } from '../rules/index.ts';
import { specOf } from '../run/check.ts';
import { leaveRoom } from '../run/folder.ts';
import { selectRules } from '../run/selection.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import { beginDay, countingDay } from './day.ts';
import type { DiffFlags } from './diff-flags.ts';
import type { PairPlan } from './pair-plan.ts';
import type { PairProgress } from './pair-progress.ts';
import { checkOne, MOST_AGAIN, restedAt, waitUntil, type JudgedRun } from './pair-runs.ts';
import type { Terminal } from './terminal.ts';

/** The folder of the second run, below that of the comparison. */
export const AGAIN = 'again';

/** The first run of the service before, and where the second one goes. */
interface FirstRun {
  readonly pair: PairPlan;
  readonly was: JudgedRun;
  /** Of the comparison. */
  readonly directory: string;
  readonly flags: DiffFlags;
}

/** What a second run came to. */
interface SecondRun {
  readonly report?: ConformanceReport;
  /** Why there is none; a clause. */
  readonly note?: string;
}

/**
 * Checks the service before a second time, for the rules in which the service after differs: in a few requests that do not use up its
 * limit, and with a window of their own. Only what it does each time can be told from noise.
 *
 * @returns undefined where nothing differs, so that no second run is needed
 */
export async function checkAgain(
  diff: ChecksDiff,
  { pair: { before: target, plan }, was, directory, flags }: FirstRun,
  progress: PairProgress,
  terminal: Terminal,
): Promise<SecondRun | undefined> {
  const rules = rulesInDoubt(diff).filter((id) => plan.selection.chosen.includes(id));
  if (rules.length === 0 || terminal.interrupt.aborted) return undefined;
  const folder = join(directory, AGAIN);
  try {
    const maxRequests = Math.min(MOST_AGAIN, plan.maxRequests ?? MOST_AGAIN);
    const day = beginDay(target, maxRequests, flags, terminal);
    try {
      const spec = specOf({
        ...plan,
        target,
        selection: selectRules(rules, []),
        maxRequests,
        useUp: 'never',
        limitLeft: 'a second run does not use up the rate limit',
        directory: folder,
        day: day.bounds,
      });
      const rested = restedAt(target, was, maxRequests);
      progress.say(
        `Checking ${target.name} a second time for ${namesOf(spec.chosen, MOST_NAMED)}: at most ${maxRequests} requests${waitWords(rested)}.`,
      );
      await waitUntil(rested, terminal.interrupt);
      const run = { spec, watcher: countingDay(progress.of(target.name), day) };
      const { report, failure } = await checkOne(run, { interrupt: terminal.interrupt, terminal });
      progress.done();
      return failure === undefined
        ? { ...(report !== undefined && { report }) }
        : { note: whyNone(target.name, failure) };
    } finally {
      day.close();
      leaveRoom(folder);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { note: whyNone(target.name, error) };
  }
}

/** As many rules as a line names. */
const MOST_NAMED = 8;

/** What differs, and what tells whether numbers of items can be compared. */
function rulesInDoubt({ differences }: ChecksDiff): RuleId[] {
  const differing = [...new Set(differences.flatMap(({ rule = '' }) => (isRuleId(rule) ? [rule] : [])))];
  return differing.some((id) => areaOf(id) === 'LIST') ? [...new Set([...differing, 'LIST-4' as const])] : differing;
}

function waitWords(until: number): string {
  const seconds = Math.ceil((until - Date.now()) / 1_000);
  return seconds > 0 ? `, in ${seconds} s, once its rate limit has reset` : '';
}

function whyNone(name: string, { message }: Error): string {
  return `no second run of ${name}, so a difference may be noise: ${message}`;
}
