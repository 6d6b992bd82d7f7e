import type { RuleId } from '../../rules/index.ts';
import type { Finding } from '../finding.ts';
import { signed, type Judge } from '../judge.ts';
import { pick } from '../sequence.ts';
import { judgeRemaining, judgeXray } from './accounting.ts';
import { tooManyTogether, type TooManyTogether } from './all-together.ts';
import { secondCaller } from './another-caller.ts';
import { judgeDailyLimit } from './daily-limit.ts';
import type { LimiterFacts } from './facts.ts';
import { historyOf, type History, type LimiterLog } from './history.ts';
import { judgeOverLimit } from './judge-over-limit.ts';
import { excessOf, usedByOthers } from './neighbours.ts';
import { judgeSecondCaller } from './judge-second-caller.ts';
import { judgeKinds } from './observations.ts';
import { ownCounters, sayOwnCounters, type OwnCounters } from './own-counters.ts';
import { earlyInFlight, earlyRefusals, keptAnnouncements } from './refusals.ts';
import { judgeRefusals } from './judge-refusals.ts';
import { judgeReopening } from './judge-reopening.ts';
import { sayShorterWindow, shorterWindow } from './short-window.ts';
import { countedBySpelling, judgeSpellings } from './spelled-apart.ts';
import { wrongRefusals } from './wrong-refusals.ts';
import { xrayOf, type Xray } from './xray.ts';

export type { Xray } from './xray.ts';

/** What the judges of the limiter go by. */
interface Seen extends LimiterFacts {
  readonly log: LimiterLog;
  readonly history: History;
  /** Of the minute and, where the headers speak of it, of the day. */
  readonly xrays: readonly Xray[];
  /** Operations that are counted apart. */
  readonly own: OwnCounters | undefined;
  /** More than the limit, served within one window. */
  readonly together: TooManyTogether | undefined;
  /** That the window looks shorter than the run was told, in words. */
  readonly shorter: Pick<Finding, 'says' | 'shownBy'> | undefined;
  /** What a limiter that no kind explains looks like, in words. */
  readonly diagnosis: string | undefined;
}

/** A judge of the limiter. */
interface LimiterJudge extends Judge {
  judge(seen: Seen): Finding[];
}

/**
 * The judge of what no kind of limiter does. Which of its rules a log violates hangs on where the minute ends: who admits too many
 * announces too many as well.
 */
export const KIND_JUDGE = 'limiter-kind';

/** The judges of the limiter; each speaks of what the whole log shows. */
export const LIMITER_JUDGES: readonly LimiterJudge[] = [
  {
    name: KIND_JUDGE,
    rules: ['RATE-4', 'RATE-5', 'RATE-13'],
    judge: ({ xrays, diagnosis, history, log }) => {
      const isExplained = !xrays.some(({ violations }) => violations.some(({ rule }) => rule === 'RATE-4'));
      const apart = isExplained ? judgeSpellings(history, log) : [];
      return [...xrays.flatMap((xray) => judgeXray(xray, diagnosis)), ...apart];
    },
  },
  {
    name: 'remaining',
    rules: ['RATE-4'],
    judge: ({ history, excess, own, together, ...xrays }) => {
      const isBlamed = together !== undefined || xrays.xray.violations.some(({ rule }) => rule === 'RATE-5');
      return judgeRemaining(history, announcedOf(history, xrays), excess, { own, isBlamed });
    },
  },
  {
    name: 'exhaustion',
    rules: ['RATE-5'],
    judge: ({ history, xray, ...facts }) => judgeOverLimit(history, xray, { ...facts, wrong: wrongRefusals(history) }),
  },
  {
    name: 'early-refusals',
    rules: ['RATE-4', 'RATE-6'],
    judge: ({ history, ...facts }) =>
      judgeRefusals(earlyRefusals(history, facts.xray.rate), keptAnnouncements(history), earlyInFlight(history), facts),
  },
  {
    name: 'reopening',
    rules: ['RATE-7', 'RATE-8', 'RATE-9', 'RATE-13'],
    judge: ({ history, ...facts }) => judgeReopening(history, facts),
  },
  {
    name: 'second-caller',
    rules: ['RATE-10'],
    judge: ({ history, log, knowledge }) =>
      judgeSecondCaller(secondCaller(history, historyOf(log, 'second'), anonymousOf(log)), knowledge),
  },
  {
    name: 'daily-limit',
    rules: ['RATE-11'],
    judge: ({ history, knowledge }) => judgeDailyLimit(history, knowledge),
  },
  {
    name: 'observed-kind',
    neverFails: true,
    rules: ['RATE-12'],
    judge: ({ history, xray, shorter }) => judgeKinds(history, xray, shorter),
  },
];

/** The rules that the limiter's judges speak of. */
export const LIMITER_RULES: readonly RuleId[] = [...new Set(LIMITER_JUDGES.flatMap(({ rules }) => rules))];

/** What the limiter's judges found, and the picture that they made of it. */
export interface LimiterVerdict {
  readonly findings: readonly Finding[];
  /** Of the minute and, where the headers speak of it, of the day. */
  readonly xrays: readonly Xray[];
}

/**
 * Judges the limiter from the whole log. Only what no conforming limiter could have answered is a violation; what another
 * client of the key could have caused is inconclusive. Source: specification, section 8.
 *
 * @param judges - all of them, or some
 * @param read - how the history is read from the log
 */
export function judgeLimiter(
  log: LimiterLog,
  judges: readonly LimiterJudge[] = LIMITER_JUDGES,
  read: typeof historyOf = historyOf,
): LimiterVerdict {
  const { knowledge } = log;
  const history = read(log, 'primary');
  const xray = xrayOf(history, 'minute', knowledge);
  const day = history.takes.some(({ period }) => period === 'day') ? xrayOf(history, 'day', knowledge) : undefined;
  const xrays = [xray, day].filter((one) => one !== undefined);
  if (xray === undefined) return { findings: [], xrays };
  const { regular, irregular } = excessOf(history, xray.rate);
  const others = regular.length > 0 ? [] : usedByOthers(history, xray.rate);
  const own = ownCounters(history, xray.rate.length);
  const window = shorterWindow(history, knowledge);
  const shorter = window && { says: sayShorterWindow(window, knowledge), shownBy: window.shownBy };
  const bySpelling = xrays.map((one) => countedBySpelling(log, one)).find((says) => says !== undefined);
  const looksLike = [
    ...(own === undefined ? [] : [sayOwnCounters(own)]),
    ...(bySpelling === undefined ? [] : [bySpelling]),
    ...(shorter === undefined ? [] : [shorter.says]),
  ];
  const diagnosis = looksLike.length === 0 ? undefined : looksLike.join('; ');
  const excess = { regular, irregular: [...irregular, ...others] };
  const together = tooManyTogether(history, xray.rate, own !== undefined);
  const seen = { log, history, xray, xrays, excess, own, together, shorter, diagnosis, knowledge };
  return { findings: judges.flatMap((judge) => signed(judge, judge.judge(seen))), xrays };
}

/** The x-ray of the window that most answers speak of. */
function announcedOf({ takes }: History, { xray, xrays }: Pick<Seen, 'xray' | 'xrays'>): Xray {
  const day = xrays.find(({ period }) => period === 'day');
  const ofDay = pick(takes, ({ period }) => period === 'day').length;
  return day !== undefined && ofDay * 2 > takes.length ? day : xray;
}

function anonymousOf({ readings }: LimiterLog): number[] {
  return readings
    .filter(({ exchange: { request } }) => request.credential === 'none' || request.credential === 'wrong')
    .map(({ exchange }) => exchange.id);
}
