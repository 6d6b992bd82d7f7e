import { PLANS } from '../../contract/plans.ts';
import { nameOfNoLimiter } from '../../shapes/fault-names.ts';
import { blameOn } from '../blame.ts';
import { type Finding, makeFinding, MOST_SHOWN } from '../finding.ts';
import { beforeIn, pick, type Sequence } from '../sequence.ts';
import { spokenTime } from './durations.ts';
import { undisturbedPairs, type History, type Pair } from './metered-history.ts';
import type { Batch } from './batch.ts';
import type { Contradiction } from './kinds.ts';
import type { UnexplainedUse } from './unexplained-use.ts';
import type { WrongCounting } from './countings.ts';
import type { Explanation } from './explained-counts.ts';
import { findShortStarts } from './short-starts.ts';
import { findLongestStandstill, isLong, sayStandstill } from './standstill.ts';
import type { MeteredRequest } from './metered-request.ts';
import { consistentKinds, type Xray } from './xray.ts';

/** This many falls of Remaining show that it goes down. */
const FALLS = 3;

/** This many answers show that it does not. */
const STANDSTILLS = 10;

const EXPECTED = {
  'RATE-4': 'Remaining goes down by one with each request, and up only as the window refills',
  'RATE-5': 'no more admitted than the limit, the others refused with 429',
  'RATE-13': 'Reset stays at the end of the window, and the limit resets then',
} as const;

/**
 * RATE-4, RATE-5 and RATE-13 as far as no kind of limiter could have responded like this. Source: specification, section 8.
 *
 * @param diagnosis - what it looks like, to follow what was seen
 * @param isTooMany - more than the limit were seen to be admitted, for which RATE-5 is blamed
 */
export function judgeXray(xray: Xray, diagnosis: string | undefined, isTooMany = false): Finding[] {
  const { violations, kinds, period, quota, oddStep } = xray;
  const because =
    diagnosis ?? `no kind of limiter explains all responses of the run (${kinds.map(({ kind }) => kind).join(', ')})`;
  const may =
    oddStep === undefined ? '' : `, except a bucket that refills ${oddStep} of ${quota.perWindow} requests at a time`;
  return violations.map(({ rule, shownBy, says, by }: Contradiction) =>
    rule === 'RATE-4' && isTooMany && period === 'minute'
      ? blameOn({ rule, shownBy }, 'RATE-5')
      : makeFinding({ rule, shownBy }, oddStep === undefined ? 'fail' : 'inconclusive', `${says}; ${because}${may}`, {
          expected: EXPECTED[rule],
          actual: says,
          fault: nameOfNoLimiter(by, period),
        }),
  );
}

/**
 * RATE-4: Remaining counts down, by one for each request. Shown where it fell with requests, and did not stand still beside
 * others that use the window up.
 *
 * @param isBlamed - more were admitted than the limit, for which RATE-5 is
 */
export function judgeRemaining(
  history: History,
  xray: Xray,
  { miscounted, perhapsMiscounted }: UnexplainedUse,
  isBlamed: boolean,
): Finding[] {
  const wrong = miscounted?.counting.units === undefined ? [] : [miscount(miscounted)];
  if (wrong.length > 0 || xray.violations.some(({ rule }) => rule === 'RATE-4')) return wrong;
  const isContradicted = xray.kinds.every(({ contradictions }) =>
    contradictions.some(({ by }) => by === 'remaining' || by === 'restored'),
  );
  if (isBlamed && (miscounted?.counting.apart !== undefined || isContradicted))
    return [blameOn({ rule: 'RATE-4', shownBy: history.requests.slice(0, 1).map(({ number }) => number) }, 'RATE-5')];
  if (miscounted !== undefined) return [miscount(miscounted)];
  if (perhapsMiscounted !== undefined) {
    const { fault, says: seen, input } = perhapsMiscounted.counting.words(perhapsMiscounted);
    const says = `${seen}, which another client of the key that keeps pace with petvet may explain`;
    const fields = { fault: `${fault}, or used by others`, ...(input !== undefined && { input }) };
    return [makeFinding({ rule: 'RATE-4', shownBy: numbersOf(perhapsMiscounted.first) }, 'inconclusive', says, fields)];
  }
  const falls = fallsOf(history);
  const stood = findLongestStandstill(history, xray.quota);
  if (falls.times >= FALLS && isLong(stood)) {
    const base = { rule: 'RATE-4', shownBy: numbersOf(stood.pairs) } as const;
    return [makeFinding(base, 'inconclusive', sayStandstill(stood), { fault: 'stood still' })];
  }
  const starts = findShortStarts(history, xray.quota);
  if (starts !== undefined) {
    const { firsts, remaining } = starts;
    const says = `Remaining was ${remaining} of ${xray.quota.perWindow} after the first request of each of ${firsts.length} windows: another client would have to use the key within the same second each time${likePlan(remaining + 1)}`;
    const shownBy = firsts.slice(0, MOST_SHOWN).map(({ number }) => number);
    return [
      makeFinding({ rule: 'RATE-4', shownBy }, 'inconclusive', says, { fault: 'less from the first request on' }),
    ];
  }
  const shownFalls = falls.times >= FALLS ? falls.first : fallsOfMany(history);
  if (shownFalls.length >= FALLS)
    return [makeFinding({ rule: 'RATE-4', shownBy: shownFalls }, 'pass', 'Remaining goes down as the window is used')];
  const still = pick(history.requests, ({ remaining }) => remaining !== undefined);
  if (still.length < STANDSTILLS) return [];
  const shownBy = still.slice(0, MOST_SHOWN).map(({ number }) => number);
  return [
    makeFinding({ rule: 'RATE-4', shownBy }, 'inconclusive', sayHardlyMoved(still, falls.times, xray), {
      fault: 'hardly fell',
    }),
  ];
}

/** Remaining does not count what was sent. */
function miscount(explanation: Explanation<WrongCounting>): Finding {
  const { counting, first } = explanation;
  const { says, ...words } = counting.words(explanation);
  const pair = counting.apart && first.find(({ before }) => before.remaining !== undefined);
  const seen = pair && `Remaining was ${pair.after.remaining} after ${pair.before.remaining}; `;
  const fields = { expected: EXPECTED['RATE-4'], ...words };
  return makeFinding({ rule: 'RATE-4', shownBy: numbersOf(first) }, 'fail', `${seen ?? ''}${says}`, fields);
}

/** A Remaining of another plan's limit, beside a Limit that may be that of a day, is a common mistake. */
function likePlan(counted: number): string {
  const isPlans = Object.values(PLANS).some(({ perMinute }) => perMinute === counted);
  return isPlans ? `, or Remaining counts a limit of ${counted}` : '';
}

/** How often Remaining fell, and the numbers of the first requests at which it did. */
function fallsOf({ batches }: History): { readonly times: number; readonly first: readonly number[] } {
  let times = 0;
  const first: number[] = [];
  for (const { after, drop } of undisturbedPairs(batches)) {
    if (drop <= 0) continue;
    times++;
    if (first.length < MOST_SHOWN) first.push(after.number);
  }
  return { times, first };
}

/**
 * Where Remaining was lower after several concurrent requests than before them, the first of these: a bucket may refill as
 * fast as single ones take.
 */
function fallsOfMany({ batches }: History): number[] {
  const numbers: number[] = [];
  for (const [index, batch] of batches.entries()) {
    if (batch.requests.length < 2) continue;
    const [before, after] = [lowest(beforeIn(batches, index)), lowest(batch)];
    if (before === undefined || after === undefined) continue;
    const isSameLimit = before.limit === after.limit && before.period === after.period;
    if (isSameLimit && (after.remaining ?? 0) < (before.remaining ?? 0)) numbers.push(after.number);
    if (numbers.length === MOST_SHOWN) break;
  }
  return numbers;
}

function lowest(batch: Batch | undefined): MeteredRequest | undefined {
  return batch?.requests
    .filter(({ remaining }) => remaining !== undefined)
    .toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0))[0];
}

/** What was seen, and which kinds of limiter it fits: why Remaining hardly fell is not known. */
function sayHardlyMoved(announced: Sequence<MeteredRequest>, falls: number, xray: Xray): string {
  const within = (announced.at(-1)?.to ?? 0) - (announced.at(0)?.from ?? 0);
  const times = falls === 0 ? 'never fell' : falls === 1 ? 'fell once' : `fell ${falls} times`;
  const seen = `Remaining ${times} from one response to the next, in ${announced.length} responses within ${spokenTime(within)}`;
  const kinds = consistentKinds(xray).join(' or ');
  return kinds === '' ? seen : `${seen}; that is consistent with a ${kinds}`;
}

function numbersOf(pairs: readonly Pair[]): number[] {
  return [...new Set(pairs.slice(0, MOST_SHOWN).flatMap(({ before, after }) => [before.number, after.number]))];
}
