import { countsMilliseconds, RETRY_AFTER } from '../../contract/headers.ts';
import type { Finding } from '../finding.ts';
import type { LimiterFacts } from './facts.ts';
import { finding } from './findings.ts';
import type { History } from './history.ts';
import { afterReset, afterRetryAfter, type Reopening } from './reopening.ts';
import type { Take } from './take.ts';
import { isOfTheDay } from './refusals.ts';
import { consistentKinds } from './xray.ts';

/** Retry-After and Reset agree within this, in milliseconds: both are rounded to seconds, and so is the clock. */
const AGREE_MS = 2_500;

/** RATE-7, RATE-8, RATE-9 and RATE-13: what a 429 promises, and what the requests after it met. */
export function judgeReopening(history: History, facts: LimiterFacts): Finding[] {
  return [
    ...judgeUnit(history),
    ...judgeRetryAfter(history, facts),
    ...judgeReset(history, facts),
    ...judgeAgreement(history, facts),
  ];
}

/**
 * RATE-7: Retry-After counts seconds. Every one is a thousand times what it is until Reset, and long before its seconds were
 * over a request was admitted: then it counts milliseconds.
 */
function judgeUnit({ takes, ahead }: History): Finding[] {
  const told = takes.flatMap((take) => {
    const { refused, retryAfter, reset } = take;
    if (!refused || retryAfter === undefined || reset === undefined || ahead === undefined) return [];
    const opens = reset * 1_000 - ahead;
    return [{ take, wait: retryAfter, opens, isOff: countsMilliseconds(retryAfter / 1_000, opens - take.to) }];
  });
  const [first] = told;
  if (first === undefined || told.some(({ isOff }) => !isOff)) return [];
  const { take, wait, opens } = first;
  const admitted = takes.find(
    (one) => !one.refused && one.status !== 0 && one.from >= opens && one.from < take.to + wait,
  );
  if (admitted === undefined) return [];
  const says = `Retry-After counts milliseconds: it says ${wait / 1_000}, and ${Math.round((admitted.from - take.to) / 1_000)} s later, after Reset, a request was admitted`;
  return [
    finding('RATE-7', 'fail', [take.number, admitted.number], says, {
      expected: `${RETRY_AFTER}: ${Math.max(0, Math.ceil((opens - take.to) / 1_000))}`,
      actual: `${RETRY_AFTER}: ${wait / 1_000}`,
    }),
  ];
}

/** A first refusal after Retry-After is met with the next one; a second in a row is a violation. */
function judgeRetryAfter(history: History, { excess }: LimiterFacts): Finding[] {
  const found = afterRetryAfter(history);
  const twice = found.findIndex(({ admitted }, index) => !admitted && found[index - 1]?.admitted === false);
  const [again, second] = [found[twice - 1], found[twice]];
  if (again !== undefined && second !== undefined) {
    const shownBy = [again.closed.number, again.next.number, second.next.number];
    const says = 'after Retry-After was over the next request was refused, and the one after the next Retry-After, too';
    return [violation('RATE-8', shownBy, says, excess.irregular)];
  }
  const admitted = found.find((one) => one.admitted);
  if (admitted !== undefined)
    return [finding('RATE-8', 'pass', numbersOf(admitted), 'after Retry-After the next request is admitted')];
  const refused = found.at(-1);
  return refused === undefined
    ? []
    : [
        finding(
          'RATE-8',
          'inconclusive',
          numbersOf(refused),
          'refused once after Retry-After: not tried a second time',
        ),
      ];
}

function judgeReset(history: History, { excess, knowledge }: LimiterFacts): Finding[] {
  const early = resetBeforeReset(history, knowledge.windows.minute);
  if (early !== undefined) return [early];
  const found = afterReset(history, knowledge);
  const refused = found.find(({ admitted }) => !admitted);
  if (refused !== undefined) {
    const after = ((refused.next.from - (history.ahead ?? 0) * -1) / 1_000 - (refused.closed.reset ?? 0)).toFixed(1);
    const says = `the limit was to reset at ${refused.closed.reset}, but ${after} s after that the next request was refused`;
    return [violation('RATE-13', numbersOf(refused), says, excess.irregular)];
  }
  const admitted = found.find((one) => one.admitted);
  return admitted === undefined
    ? []
    : [finding('RATE-13', 'pass', numbersOf(admitted), 'at Reset the limit resets: the next request is admitted')];
}

/** A Reset of the minute that lies far ahead is none: the limit is restored long before. */
function resetBeforeReset({ takes, ahead = 0 }: History, windowSeconds: number): Finding | undefined {
  for (const [index, low] of takes.entries()) {
    const { period, reset, remaining, limit = 0, to } = low;
    if (period !== 'minute' || reset === undefined || remaining === undefined || remaining > limit / 2) continue;
    if (reset - (to + ahead) / 1_000 < 2 * windowSeconds + LEEWAY_SECONDS) continue;
    const restored = takes.slice(index + 1).find((take) => (take.remaining ?? 0) >= remaining + limit / 2);
    const early = restored === undefined ? 0 : reset - (restored.from + ahead) / 1_000;
    if (restored === undefined || early < LEEWAY_SECONDS) continue;
    const says = `the limit of ${limit} a minute was to reset at ${reset}, but it was restored ${Math.round(early)} s before`;
    return finding('RATE-13', 'fail', [low.number, restored.number], says, {
      expected: `a Reset within ${windowSeconds} s`,
      actual: `X-RateLimit-Reset: ${reset}`,
    });
  }
  return undefined;
}

/** Clocks, whole seconds, slow answers. */
const LEEWAY_SECONDS = 5;

/** A limiter that gives back places one by one may let one in before its Reset; a fixed window cannot. */
function judgeAgreement(history: History, { xray, excess, knowledge }: LimiterFacts): Finding[] {
  const { takes, ahead } = history;
  const kinds = consistentKinds(xray);
  const isFixed = kinds.length > 0 && kinds.every((kind) => kind === 'fixed window');
  const told = takes.flatMap((take) => {
    const { refused, retryAfter, reset, period } = take;
    if (!refused || retryAfter === undefined || reset === undefined || period !== 'minute' || ahead === undefined)
      return [];
    if (isOfTheDay(take, knowledge)) return [];
    return [{ take, apart: take.to + retryAfter - (reset * 1_000 - ahead) }];
  });
  // Whoever was refused when Retry-After was over, and before Reset, was told two things.
  const alone = excess.irregular.length === 0;
  const inVain = new Set(
    afterRetryAfter(history).flatMap(({ closed, admitted }) => (admitted || !alone ? [] : [closed.number])),
  );
  const apart = told.find(
    ({ take, apart: by }) => by > AGREE_MS || (by < -AGREE_MS && (isFixed || inVain.has(take.number))),
  );
  if (apart !== undefined) return [disagreement(apart.take, apart.apart)];
  const [agreed] = told;
  return agreed === undefined
    ? []
    : [finding('RATE-9', 'pass', [agreed.take.number], 'Retry-After and X-RateLimit-Reset agree')];
}

function disagreement({ number, retryAfter = 0, reset }: Take, apart: number): Finding {
  const seconds = Math.abs(Math.round(apart / 1_000));
  const says = `Retry-After ends ${seconds} s ${apart > 0 ? 'after' : 'before'} X-RateLimit-Reset`;
  return finding('RATE-9', 'fail', [number], says, {
    expected: 'the same instant',
    actual: `Retry-After ${retryAfter / 1_000} s, Reset ${reset}`,
  });
}

function violation(
  rule: 'RATE-8' | 'RATE-13',
  shownBy: readonly number[],
  says: string,
  irregular: readonly number[],
): Finding {
  if (irregular.length === 0) return finding(rule, 'fail', shownBy, says, { expected: 'admitted', actual: '429' });
  return finding(rule, 'inconclusive', [...shownBy, ...irregular.slice(0, 2)], `${says}: another client uses the key`);
}

function numbersOf({ closed, next }: Reopening): number[] {
  return [closed.number, next.number];
}
