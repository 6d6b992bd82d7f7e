import type { RuleId } from '../../rules/index.ts';
import type { Finding } from '../finding.ts';
import { signed, type Judge } from '../judge.ts';
import { pick } from '../sequence.ts';
import { judgeRemaining, judgeXray } from './judge-remaining.ts';
import { findTooManyAdmitted, type TooManyAdmitted } from './too-many-admitted.ts';
import { compareCallers } from './second-caller.ts';
import { judgeDailyLimit } from './judge-daily-limit.ts';
import { judgeWindowLength } from './judge-window-length.ts';
import { findPastResets, judgePastResets, withoutPastResets, type PastReset } from './past-resets.ts';
import { judgeDayFigure } from './judge-day-figure.ts';
import { judgeDayReset } from './judge-day-reset.ts';
import type { LimiterFacts } from './facts.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import { judgeOverLimit } from './judge-over-limit.ts';
import { mannersOf } from './manners.ts';
import { findUnexplainedUse, findUseByOthers } from './unexplained-use.ts';
import { judgeSecondCaller } from './judge-second-caller.ts';
import { judgeKinds } from './judge-kinds.ts';
import { findEarlyInFlight, findEarlyRefusals, findAdmittedAsAnnounced, findLeftWhenFull } from './early-refusals.ts';
import { judgeRefusals } from './judge-refusals.ts';
import { judgeRenewal } from './judge-renewal.ts';
import { judgeReopening } from './judge-reopening.ts';
import { sayShorterWindow, findShorterWindow, type ShorterWindow } from './short-window.ts';
import { findRefusedOtherwise, type RefusedOtherwise } from './refused-otherwise.ts';
import {
  findOverLimit,
  NONE_OVER_LIMIT,
  withoutOtherLimits,
  withRefused,
  withUnauthorized,
  type OverLimit,
} from './over-limit.ts';
import { readUnauthorized } from './unauthorized.ts';
import { findWrongRefusals, type WrongRefusal } from './wrong-refusals.ts';
import { findLongestStandstill, isLong, sayStandstill } from './standstill.ts';
import { makeXray, quotaOf, type Xray } from './xray.ts';

export type { OverLimit } from './over-limit.ts';
export type { Xray } from './xray.ts';

/** The facts that the judges of the limiter use. */
interface Seen extends LimiterFacts {
  readonly log: LimiterLog;
  readonly history: History;
  /** For the minute and, where the headers are about it, for the day. */
  readonly xrays: readonly Xray[];
  /** More than the limit, served within one window. */
  readonly tooMany: TooManyAdmitted | undefined;
  /** Requests that the limit refused with another status than 429, at once or in a row. */
  readonly wrong: readonly WrongRefusal[];
  readonly row: RefusedOtherwise | undefined;
  /** Refusals with a Reset that had passed. */
  readonly past: readonly PastReset[];
  /** The announced window, where it looks shorter than the configured one; and that in words. */
  readonly window: ShorterWindow | undefined;
  readonly shorter: Pick<Finding, 'says' | 'shownBy'> | undefined;
  /** What a limiter that no kind explains looks like, in words. */
  readonly diagnosis: string | undefined;
}

/** A judge of the limiter. */
interface LimiterJudge extends Judge {
  judge(seen: Seen): Finding[];
}

/**
 * The judge of what no kind of limiter does. Which of its rules a log violates depends on where the minute ends: a limiter that admits too many
 * announces too many as well.
 */
export const KIND_JUDGE = 'limiter-kind';

/** The judges of the limiter; each judges the whole log. */
export const LIMITER_JUDGES: readonly LimiterJudge[] = [
  {
    name: KIND_JUDGE,
    neededFor: 'one-too-many',
    rules: ['RATE-4', 'RATE-5', 'RATE-13'],
    judge: ({ xrays, diagnosis, tooMany }) =>
      // A limiter that admits too many, by several counters, announces too many as well.
      xrays.flatMap((xray) => judgeXray(xray, diagnosis, tooMany !== undefined)),
  },
  {
    name: 'remaining',
    neededFor: 'posts-take-two',
    rules: ['RATE-4'],
    judge: ({ history, unexplained, tooMany, ...xrays }) => {
      const isBlamed = tooMany !== undefined || xrays.xray.violations.some(({ rule }) => rule === 'RATE-5');
      return judgeRemaining(history, announcedOf(history, xrays), unexplained, isBlamed);
    },
  },
  {
    name: 'exhaustion',
    neededFor: 'over-limit-403',
    rules: ['RATE-5'],
    judge: ({ history, xray, ...facts }) => judgeOverLimit(history, xray, facts),
  },
  {
    name: 'early-refusals',
    neededFor: 'refuses-at-five',
    rules: ['RATE-4', 'RATE-6'],
    judge: ({ history, ...facts }) =>
      judgeRefusals(
        findEarlyRefusals(history, facts.xray.quota),
        findAdmittedAsAnnounced(history),
        findEarlyInFlight(history),
        findLeftWhenFull(history, facts.xray.quota),
        facts,
      ),
  },
  {
    name: 'reopening',
    neededFor: 'reset-ignored',
    rules: ['RATE-7', 'RATE-8', 'RATE-9', 'RATE-13'],
    judge: ({ history, past, ...facts }) => [...judgePastResets(past), ...judgeReopening(history, facts)],
  },
  {
    name: 'second-caller',
    neededFor: 'limit-of-everyone',
    rules: ['RATE-10'],
    judge: ({ history, log, knowledge }) =>
      judgeSecondCaller(compareCallers(history, readHistory(log, 'second'), anonymousOf(log)), {
        knowledge,
        isSecondKeyAccepted: isSecondKeyAccepted(log),
      }),
  },
  {
    name: 'daily-limit',
    rules: ['RATE-11'],
    judge: ({ history, knowledge }) => judgeDailyLimit(history, knowledge),
  },
  {
    name: 'day-figure',
    neededFor: 'day-in-a-minute',
    rules: ['RATE-3'],
    judge: ({ history, ...facts }) => judgeDayFigure(history, facts),
  },
  {
    name: 'day-reset',
    neverFails: true,
    rules: ['RATE-13'],
    judge: ({ history, ...facts }) => judgeDayReset(history, facts),
  },
  {
    name: 'renewal',
    neverFails: true,
    rules: ['RATE-13'],
    judge: ({ history, ...facts }) => judgeRenewal(history, facts),
  },
  {
    name: 'window-length',
    neverFails: true,
    rules: ['RATE-3'],
    judge: ({ history, xray, window, knowledge }) => judgeWindowLength(history, xray, window, knowledge),
  },
  {
    name: 'observed-kind',
    neverFails: true,
    rules: ['RATE-12'],
    judge: ({ history, xray, shorter }) => judgeKinds(history, xray, shorter),
  },
];

/** The rules that the limiter's judges cover. */
export const LIMITER_RULES: readonly RuleId[] = [...new Set(LIMITER_JUDGES.flatMap(({ rules }) => rules))];

/** What the limiter's judges found, and the picture that they made of it. */
export interface LimiterVerdict {
  readonly findings: readonly Finding[];
  /** For the minute and, where the headers are about it, for the day. */
  readonly xrays: readonly Xray[];
  /** Where RATE-5 is violated: the requests affected. */
  readonly overLimit: OverLimit;
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
  read: typeof readHistory = readHistory,
): LimiterVerdict {
  const { knowledge } = log;
  const whole = read(log, 'primary');
  const quota = quotaOf(whole, 'minute', knowledge);
  const past = quota === undefined ? [] : findPastResets(whole, quota);
  const history = withoutOtherLimits(withoutPastResets(whole, past));
  const first = makeXray(history, 'minute', knowledge);
  const day = xrayOfDay(history, knowledge);
  if (first === undefined)
    return { findings: [], xrays: [day].filter((one) => one !== undefined), overLimit: NONE_OVER_LIMIT };
  const plain = withUnauthorized(history, readUnauthorized(log, history, first.quota));
  const wrong = findWrongRefusals(plain);
  const row = wrong.length > 0 ? undefined : findRefusedOtherwise(history, first.quota);
  // A request that was refused with another status was not admitted.
  const overLimit = findOverLimit(plain, wrong, row);
  const met = withRefused(history, overLimit.refused);
  const found = met === history ? first : (makeXray(met, 'minute', knowledge) ?? first);
  const use = findUnexplainedUse(history, found.quota, mannersOf(log));
  const { miscounted, likely } = use;
  // Several counters taken for one admit too many.
  const isApart =
    miscounted?.counting.apart === 'by request' && found.violations.every(({ rule }) => rule !== 'RATE-4');
  const xray = isApart ? { ...found, violations: [] } : found;
  const xrays = [xray, day].filter((one) => one !== undefined);
  const others = miscounted?.counting.units === undefined ? findUseByOthers(history, xray.quota) : [];
  const window = findShorterWindow(history, knowledge);
  const shorter = window && { says: sayShorterWindow(window, knowledge), shownBy: window.shownBy };
  // Where Remaining is renewed now and then, other ways of counting fit as well.
  const stood = likely === undefined ? findLongestStandstill(met, xray.quota) : undefined;
  const looksLike = [
    // What has a finding of its own is not said twice.
    ...(likely === undefined || miscounted?.counting.units !== undefined ? [] : [likely.counting.words(likely).says]),
    ...(isLong(stood) ? [sayStandstill(stood)] : []),
    ...(shorter === undefined ? [] : [shorter.says]),
  ];
  const diagnosis = looksLike.length === 0 ? undefined : looksLike.join('; ');
  const unexplained = { ...use, byOthers: [...use.byOthers, ...others] };
  const tooMany = findTooManyAdmitted(met, xray, xray.violations.length > 0 ? likely : miscounted);
  const facts = {
    xray,
    xrays,
    unexplained,
    tooMany,
    wrong,
    row,
    past,
    window,
    shorter,
    diagnosis,
    knowledge,
  };
  const seen: Seen = { log, history, ...facts };
  const findings = judges.flatMap((judge) => signed(judge, judge.judge(seen)));
  const isViolated = findings.some(({ rule, verdict }) => rule === 'RATE-5' && verdict === 'fail');
  return { findings, xrays, overLimit: isViolated ? overLimit : NONE_OVER_LIMIT };
}

/** Where the daily limit is really one of minutes, for which RATE-3 is blamed, nothing describes the day. */
function xrayOfDay(history: History, knowledge: LimiterLog['knowledge']): Xray | undefined {
  if (!history.requests.some(({ period }) => period === 'day')) return undefined;
  const xray = makeXray(history, 'day', knowledge);
  if (xray === undefined || xray.violations.length === 0) return xray;
  return judgeDayFigure(history, { knowledge }).length > 0 ? { ...xray, violations: [] } : xray;
}

/** The x-ray of the window that most responses describe. */
function announcedOf({ requests }: History, { xray, xrays }: Pick<Seen, 'xray' | 'xrays'>): Xray {
  const day = xrays.find(({ period }) => period === 'day');
  const ofDay = pick(requests, ({ period }) => period === 'day').length;
  return day !== undefined && ofDay * 2 > requests.length ? day : xray;
}

function anonymousOf({ readings }: LimiterLog): number[] {
  return readings
    .filter(({ exchange: { request } }) => request.credential === 'none' || request.credential === 'wrong')
    .map(({ exchange }) => exchange.id);
}

/** Whether any response to the second key, if there was one, is other than a 401: a mistyped key is not a caller. */
function isSecondKeyAccepted({ readings }: LimiterLog): boolean {
  const statuses = readings.flatMap(({ exchange: { request, answer } }) =>
    request.credential === 'second' ? [answer.status] : [],
  );
  return statuses.length === 0 || statuses.some((status) => status !== 401);
}
