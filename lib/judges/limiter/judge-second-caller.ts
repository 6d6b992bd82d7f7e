import type { Knowledge } from '../../evidence/knowledge.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { isOfTheDay } from './early-refusals.ts';
import type { SecondCaller } from './second-caller.ts';

/** RATE-10: what one caller sends does not affect the other's window. Source: specification, section 8: the limit of the caller. */
export function judgeSecondCaller(
  seen: readonly SecondCaller[],
  { knowledge, isSecondKeyAccepted }: { readonly knowledge: Knowledge; readonly isSecondKeyAccepted: boolean },
): Finding[] {
  if (!knowledge.secondKey) return [];
  const shared = seen.find(({ verdict }) => verdict === 'shared');
  if (shared !== undefined) {
    const { before, after } = shared;
    const now = after.refused ? 'was refused' : `had ${after.remaining} remaining`;
    const says = `the second caller had ${before.remaining} remaining and, after requests of the first one, ${now}`;
    return [
      makeFinding({ rule: 'RATE-10', shownBy: numbersOf(shared) }, 'fail', says, {
        expected: 'its own window',
        actual: 'one window for both',
        fault: 'one window for both',
      }),
    ];
  }
  const too = seen.find(({ verdict, after }) => verdict === 'refused too' && !isOfTheDay(after, knowledge));
  if (too !== undefined) {
    const says = `the second caller was refused while the first one was, though its own response says that ${too.after.remaining} requests remain`;
    return [
      makeFinding({ rule: 'RATE-10', shownBy: numbersOf(too) }, 'fail', says, {
        expected: 'admitted',
        actual: `429, X-RateLimit-Remaining: ${too.after.remaining}`,
        fault: 'refused together',
      }),
    ];
  }
  const own = seen.find(({ verdict }) => verdict === 'own');
  if (own !== undefined)
    return [makeFinding({ rule: 'RATE-10', shownBy: numbersOf(own) }, 'pass', 'rate limits are per API key')];
  const [unclear] = seen;
  if (unclear === undefined) return [];
  const uninformative = seen.find(({ verdict }) => verdict === 'uninformative');
  if (uninformative !== undefined) {
    const why = isSecondKeyAccepted ? whyUninformative(uninformative) : 'the second key was never accepted (401)';
    const says = `${why}: whether two callers share a window is not known`;
    return [
      makeFinding({ rule: 'RATE-10', shownBy: numbersOf(uninformative) }, 'inconclusive', says, {
        fault: 'no Remaining',
      }),
    ];
  }
  const says =
    "the second caller's Remaining fell by a number that petvet's requests do not explain: others may use that key";
  return [
    makeFinding({ rule: 'RATE-10', shownBy: numbersOf(unclear) }, 'inconclusive', says, { fault: 'used by others' }),
  ];
}

function whyUninformative({ before, after }: SecondCaller): string {
  const both = [before, after];
  if (both.some(({ status }) => status === 0)) return 'a request of the second caller got no response that counts';
  if (both.some(({ remaining }) => remaining === undefined))
    return 'a response to the second caller announced no Remaining';
  return "the second caller's Remaining did not go down with its own request, and it made none while the first one was refused";
}

function numbersOf({ before, meanwhile, after }: SecondCaller): number[] {
  return [before.number, meanwhile.number, after.number];
}
