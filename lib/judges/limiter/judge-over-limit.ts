import type { Finding } from '../finding.ts';
import type { TooManyTogether } from './all-together.ts';
import { spokenTime } from './durations.ts';
import { finding, MOST_SHOWN } from './findings.ts';
import type { History } from './history.ts';
import type { Rate } from './kinds.ts';
import { earlyRefusals, isOfTheDay } from './refusals.ts';
import { isSuccess, type Take } from './take.ts';
import type { WrongRefusal } from './wrong-refusals.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { consistentKinds, type Xray } from './xray.ts';

/** What RATE-5 is judged by besides the x-ray. */
export interface OverLimitFacts {
  readonly wrong: readonly WrongRefusal[];
  readonly together: TooManyTogether | undefined;
  /** What it looks like, where that is known. */
  readonly diagnosis: string | undefined;
  readonly knowledge: Knowledge;
}

/**
 * RATE-5: over the limit requests get 429. Shown by a refusal when the limit had been reached: one before that says nothing
 * of what happens over it.
 */
export function judgeOverLimit(history: History, xray: Xray, facts: OverLimitFacts): Finding[] {
  const otherwise = facts.wrong.map(({ announcement, turnedAway }) => {
    const answers = [...new Set(turnedAway.map(({ status }) => (status === 0 ? 'no answer' : `${status}`)))].join(', ');
    const shownBy = [announcement.number, ...turnedAway.map(({ number }) => number)];
    return finding('RATE-5', 'fail', shownBy, `requests over the limit got ${answers}, not 429`, {
      expected: '429',
      actual: answers,
    });
  });
  if (otherwise.length > 0 || xray.violations.some(({ rule }) => rule === 'RATE-5')) return otherwise;
  const { together, diagnosis, knowledge } = facts;
  const { rate } = xray;
  if (together !== undefined) {
    const { first, last, admitted } = together;
    const seen = `${admitted} requests were admitted within ${spokenTime(last.to - first.from)}, over all operations together; the limit is ${rate.figure}`;
    const says = diagnosis === undefined ? seen : `${seen}: ${diagnosis}`;
    return [
      finding('RATE-5', 'fail', [first.number, last.number], says, {
        expected: `${rate.figure} admitted, then 429`,
        actual: `${admitted} admitted`,
      }),
    ];
  }
  const refused = history.takes.filter((take) => take.refused);
  const due = dueRefusals(history, rate, knowledge);
  if (due.length > 0) {
    const shownBy = due.slice(0, MOST_SHOWN).map(({ number }) => number);
    return [finding('RATE-5', 'pass', shownBy, 'over the limit requests get 429')];
  }
  if (refused.length > 0) {
    const shownBy = refused.slice(0, MOST_SHOWN).map(({ number }) => number);
    const says = 'requests were refused with 429, but none when the limit is known to have been reached';
    return [finding('RATE-5', 'inconclusive', shownBy, says)];
  }
  return unrefused(history, xray);
}

/** The refusals that came when nothing was left, by what was announced or by as many served requests as the limit. */
function dueRefusals(history: History, rate: Rate, knowledge: Knowledge): Take[] {
  const early = new Set(earlyRefusals(history, rate).flatMap(({ refusal, due }) => (due ? [] : [refusal.number])));
  const answered = history.takes.filter(({ refused, status }) => !refused && status !== 0);
  return history.takes.filter((take, index) => {
    if (!take.refused || early.has(take.number)) return false;
    if (take.remaining === 0 || isOfTheDay(take, knowledge)) return true;
    if (isUsedUp(history.takes, index)) return true;
    const lately = answered.filter(({ from, to }) => from <= take.to && to > take.from - rate.length);
    return lately.length >= rate.figure;
  });
}

/** Whether what the last response before it announced was used up by then. */
function isUsedUp(takes: readonly Take[], index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const { remaining, refused } = takes[at] ?? {};
    if (remaining !== undefined && refused === false) return index - at - 1 >= remaining;
  }
  return false;
}

/** More than the limit was served within half a window, and nothing refused: limiters that refill may do so. */
function unrefused({ takes }: History, xray: Xray): Finding[] {
  const { figure, length } = xray.rate;
  const served = takes.filter(isSuccess);
  const beyond = served.findLastIndex((take, index) => {
    const earlier = served[index - figure];
    return earlier !== undefined && take.to - earlier.from < length / 2;
  });
  const [first, last] = [served[beyond - figure], served[beyond]];
  if (first === undefined || last === undefined) return [];
  const left = last.remaining === undefined ? '' : `, and Remaining was ${last.remaining} then`;
  const kinds = consistentKinds(xray).join(' or ');
  const may = kinds === '' ? '' : `; a ${kinds} may have given back enough meanwhile`;
  const says = `${figure + 1} requests were served within ${spokenTime(last.to - first.from)} and none was refused; the limit is ${figure}${left}${may}`;
  return [finding('RATE-5', 'inconclusive', [first.number, last.number], says)];
}
