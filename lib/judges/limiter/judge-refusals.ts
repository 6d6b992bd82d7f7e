import { blameOn } from '../blame.ts';
import { type Finding, makeFinding, MOST_SHOWN } from '../finding.ts';
import type { LimiterFacts } from './facts.ts';
import { isOfEither } from './metered-request.ts';
import { isOfTheDay, isRecent, type EarlyRefusal, type LeftWhenFull } from './early-refusals.ts';

/** This many requests that were announced to be within the limit, and let in, show that the limit is enforced as announced. */
const KEPT = 5;

/** Another client that shows nowhere else may take one unit, but hardly several at the same moment, nor one each time. */
const BY_CHANCE = 1;

/** The kind of a doubt that becomes a violation where it recurs each time that the limit is used up: of one unit, at once. */
export const ONE_TOO_EARLY = 'refused one early, or used by others';

/**
 * RATE-6: no refusal while the response before it announced that something remains; and RATE-4 where that refusal was due.
 *
 * @param kept - the numbers of the requests that were let in as announced
 * @param inFlight - a refusal among several requests in flight that contradicts itself, where there is one
 * @param leftWhenFull - a refusal that was due and says that something remains, where there is one
 */
export function judgeRefusals(
  early: readonly EarlyRefusal[],
  kept: readonly number[],
  inFlight: EarlyRefusal | undefined,
  leftWhenFull: LeftWhenFull | undefined,
  facts: LimiterFacts,
): Finding[] {
  const findings = [
    ...early.flatMap((one) => judgeOne(one, early, facts)),
    ...(inFlight === undefined ? [] : judgeInFlight(inFlight, early, facts)),
  ];
  if (findings.length > 0) return findings;
  const wrong = leftWhenFull === undefined ? [] : judgeLeft(leftWhenFull, facts);
  if (kept.length < KEPT) return wrong;
  return [
    ...wrong,
    makeFinding(
      { rule: 'RATE-6', shownBy: kept.slice(0, MOST_SHOWN) },
      'pass',
      'requests within the limit are not refused',
    ),
  ];
}

/** The refusal was due, and its headers are wrong. Where it was for the day, the minute was not the limit that it met. */
function judgeLeft({ refusal, admitted }: LeftWhenFull, { xray, knowledge }: LimiterFacts): Finding[] {
  if (xray.violations.some(({ rule }) => rule === 'RATE-4') || isOfTheDay(refusal, knowledge)) return [];
  const says = `${admitted} requests had been admitted and the next was refused, but it says itself that Remaining is ${refusal.remaining}`;
  return [
    makeFinding({ rule: 'RATE-4', shownBy: [refusal.number] }, 'fail', says, {
      expected: 'Remaining 0',
      actual: `Remaining ${refusal.remaining}`,
      fault: 'too high',
    }),
  ];
}

/** Refused with others in flight, by a response which itself says that more requests remain than were in flight. */
function judgeInFlight(
  { announcement, refusal }: EarlyRefusal,
  early: readonly EarlyRefusal[],
  { xray, knowledge }: LimiterFacts,
): Finding[] {
  const shownBy = [announcement.number, refusal.number];
  const says = `a request was refused with 429, and the response itself says that ${refusal.remaining} requests remain`;
  const isWrong = xray.violations.some(({ rule }) => rule === 'RATE-4') || early.some(({ due }) => due);
  if (isWrong) return [blameOn({ rule: 'RATE-6', shownBy }, 'RATE-4')];
  if (isOfTheDay(refusal, knowledge)) return [refusedForTheDay(shownBy, says)];
  const compared = {
    fault: 'refused early',
    expected: 'admitted',
    actual: `429, X-RateLimit-Remaining: ${refusal.remaining}`,
  };
  return [makeFinding({ rule: 'RATE-6', shownBy }, 'fail', says, compared)];
}

/** By how many a Remaining was too high, if the refusal was due. */
function excessOf({ announcement, admitted }: EarlyRefusal): number {
  return (announcement.remaining ?? 0) - admitted;
}

function judgeOne(
  one: EarlyRefusal,
  early: readonly EarlyRefusal[],
  { xray, unexplained, knowledge }: LimiterFacts,
): Finding[] {
  const { announcement, refusal, admitted, due, isEachTime } = one;
  const left = announcement.remaining ?? 0;
  const shownBy = [announcement.number, refusal.number];
  const compared = {
    fault: 'refused early',
    expected: `${left} more admitted`,
    actual: `${admitted} admitted, then 429`,
  };
  const after = admitted === 0 ? 'the next request' : `the next request after ${admitted} more`;
  const says = `Remaining was ${left}, yet ${after} was refused with 429`;
  if (xray.violations.some(({ rule }) => rule === 'RATE-4')) return [blameOn({ rule: 'RATE-6', shownBy }, 'RATE-4')];
  if (due) {
    const lastOfThem = admitted === 0 ? '' : ` before the last ${admitted === 1 ? '' : `${admitted} `}of them`;
    const tooHigh = `${xray.quota.perWindow} requests had been admitted and the next was refused, but Remaining was ${left}${lastOfThem}`;
    return [
      makeFinding({ rule: 'RATE-4', shownBy }, 'fail', tooHigh, {
        expected: `Remaining ${admitted}`,
        actual: `Remaining ${left}`,
        fault: 'too high',
      }),
      blameOn({ rule: 'RATE-6', shownBy }, 'RATE-4'),
    ];
  }
  // Too high by as much as where the fault is certain: the same fault, in a window about which less is known.
  if (early.some((other) => other.due && excessOf(one) <= excessOf(other)))
    return [blameOn({ rule: 'RATE-6', shownBy }, 'RATE-4')];
  if (isOfTheDay(refusal, knowledge)) return [refusedForTheDay(shownBy, says)];
  if (isOfEither(announcement.limit, knowledge)) {
    const because = `a limit of ${announcement.limit} may be the daily limit of another plan: --plan decides`;
    return [
      makeFinding({ rule: 'RATE-6', shownBy }, 'inconclusive', `${says}: ${because}`, {
        fault: 'refused early, or for another window',
      }),
    ];
  }
  const anothers = unexplained.byOthers.length > 0;
  // A refusal that itself says that something remains cannot be explained by another client.
  const saysSo = refusal.period === 'minute' && (refusal.remaining ?? 0) > 0;
  const byChance = left - admitted <= BY_CHANCE && !saysSo && isEachTime !== true;
  const isOld = !isRecent(one, knowledge);
  // Requests that each take several, which RATE-4 is blamed for, have used what was left.
  const isDoubtful = anothers || byChance || isOld;
  if (isDoubtful && (unexplained.miscounted?.counting.units ?? 0) > 1)
    return [blameOn({ rule: 'RATE-6', shownBy }, 'RATE-4')];
  if (isDoubtful) {
    const because = anothers
      ? 'another client seems to use the key'
      : 'another client of the key may have used the rest';
    return [
      makeFinding(
        { rule: 'RATE-6', shownBy: [...shownBy, ...unexplained.byOthers.slice(0, 2)] },
        'inconclusive',
        `${says}: ${because}`,
        { fault: anothers || isOld ? 'refused early, or used by others' : ONE_TOO_EARLY },
      ),
    ];
  }
  return [makeFinding({ rule: 'RATE-6', shownBy }, 'fail', says, compared)];
}

/** A refusal that the minute does not explain, where the day's limit may. */
function refusedForTheDay(shownBy: readonly number[], says: string): Finding {
  return makeFinding({ rule: 'RATE-6', shownBy }, 'inconclusive', `${says}: the daily quota may be used up`, {
    fault: 'refused early, or for the day',
  });
}
