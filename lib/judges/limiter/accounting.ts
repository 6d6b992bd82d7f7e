import type { Finding } from '../finding.ts';
import { finding, MOST_SHOWN } from './findings.ts';
import { neighbouring, type History } from './history.ts';
import type { Contradiction } from './kinds.ts';
import type { Excess } from './neighbours.ts';
import type { WrongRefusal } from './wrong-refusals.ts';
import { consistentKinds, type Xray } from './xray.ts';

/** So many falls of Remaining show that it goes down. */
const FALLS = 3;

/** So many answers show that it does not. */
const STANDSTILLS = 10;

const EXPECTED = {
  'RATE-4': 'Remaining goes down by one with each request, and up only as the window refills',
  'RATE-5': 'no more admitted than the figure, the others refused with 429',
  'RATE-13': 'Reset stays at the end of the window, and the limit resets then',
} as const;

/** RATE-4, RATE-5 and RATE-13 as far as no kind of limiter could have answered so. Source: specification, section 8. */
export function judgeXray({ violations, kinds }: Xray): Finding[] {
  return violations.map(({ rule, shownBy, says }: Contradiction) =>
    finding(
      rule,
      'fail',
      shownBy,
      `${says}; no kind of limiter does that (${kinds.map(({ kind }) => kind).join(', ')})`,
      {
        expected: EXPECTED[rule],
        actual: says,
      },
    ),
  );
}

/** RATE-4: Remaining counts down, by one for each request. */
export function judgeRemaining(history: History, xray: Xray, { regular }: Excess): Finding[] {
  const wrong = regular.map(({ sort, drop, pairs }) =>
    finding(
      'RATE-4',
      'fail',
      pairs.slice(0, 2).flatMap(({ before, after }) => [before.number, after.number]),
      `each ${sort} took ${drop === 0 ? 'nothing' : drop} from Remaining, ${pairs.length} times out of ${pairs.length}`,
      { expected: EXPECTED['RATE-4'], actual: drop === 0 ? 'none taken' : `${drop} less with each` },
    ),
  );
  if (wrong.length > 0 || xray.violations.some(({ rule }) => rule === 'RATE-4')) return wrong;
  const falls = neighbouring(history.steps).filter(({ drop }) => drop > 0);
  if (falls.length >= FALLS) {
    const shownBy = falls.slice(0, MOST_SHOWN).map(({ after }) => after.number);
    return [finding('RATE-4', 'pass', shownBy, 'Remaining goes down as the window is used')];
  }
  const still = history.takes.filter(({ remaining }) => remaining !== undefined);
  if (still.length < STANDSTILLS) return [];
  const kinds = consistentKinds(xray).join(' or ');
  const shownBy = still.slice(0, MOST_SHOWN).map(({ number }) => number);
  const says = `Remaining hardly moved in ${still.length} answers: they came so slowly that a ${kinds} looks the same`;
  return [finding('RATE-4', 'inconclusive', shownBy, says)];
}

/** RATE-5 as far as the log shows the limit being reached: refusals, and nothing that speaks against them. */
export function judgeExhaustion(
  { takes }: History,
  xray: Xray,
  wrong: readonly WrongRefusal[],
  sentOverLimit: readonly number[],
): Finding[] {
  const otherwise = wrong.map(({ announcement, turnedAway }) => {
    const answers = [...new Set(turnedAway.map(({ status }) => (status === 0 ? 'no answer' : `${status}`)))].join(', ');
    const shownBy = [announcement.number, ...turnedAway.map(({ number }) => number)];
    return finding('RATE-5', 'fail', shownBy, `requests over the limit got ${answers}, not 429`, {
      expected: '429',
      actual: answers,
    });
  });
  if (otherwise.length > 0 || xray.violations.some(({ rule }) => rule === 'RATE-5')) return otherwise;
  const refused = takes.filter((take) => take.refused);
  if (refused.length > 0) {
    const shownBy = refused.slice(0, MOST_SHOWN).map(({ number }) => number);
    return [finding('RATE-5', 'pass', shownBy, 'over the limit requests get 429')];
  }
  if (sentOverLimit.length === 0) return [];
  const kinds = consistentKinds(xray).join(' or ') || 'limiter of an unknown kind';
  const says = `nothing was refused although nothing was left; a ${kinds} might have given back enough meanwhile`;
  return [finding('RATE-5', 'inconclusive', sentOverLimit.slice(0, MOST_SHOWN), says)];
}
