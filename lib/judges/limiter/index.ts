import type { RuleId } from '../../rules/index.ts';
import type { Finding } from '../finding.ts';
import { judgeExhaustion, judgeRemaining, judgeXray } from './accounting.ts';
import { secondCaller } from './another-caller.ts';
import { historyOf, isCounted, type History, type LimiterLog } from './history.ts';
import { excessOf, usedByOthers } from './neighbours.ts';
import { judgeSecondCaller } from './judge-second-caller.ts';
import { judgeKinds } from './observations.ts';
import { earlyRefusals, keptAnnouncements } from './refusals.ts';
import { judgeRefusals } from './judge-refusals.ts';
import { judgeReopening } from './judge-reopening.ts';
import { wrongRefusals } from './wrong-refusals.ts';
import { xrayOf, type Xray } from './xray.ts';

export type { Xray } from './xray.ts';

/** The rules that the limiter's judges speak of. */
export const LIMITER_RULES: readonly RuleId[] = [
  'RATE-4',
  'RATE-5',
  'RATE-6',
  'RATE-8',
  'RATE-9',
  'RATE-10',
  'RATE-12',
  'RATE-13',
];

/** What the limiter's judges found, and the picture that they made of it. */
export interface LimiterVerdict {
  readonly findings: readonly Finding[];
  /** Of the minute and, where the headers speak of it, of the day. */
  readonly xrays: readonly Xray[];
}

/**
 * Judges the limiter from the whole log: RATE-4, 5, 6, 8, 9, 10, 12 and 13. Only what no conforming limiter could have
 * answered is a violation; what another client of the key could have caused is inconclusive.
 * Source: specification, section 8.
 */
export function judgeLimiter(log: LimiterLog): LimiterVerdict {
  const { knowledge } = log;
  const first = historyOf(log, 'primary');
  const minute = xrayOf(first, 'minute', knowledge);
  const day = first.takes.some(({ period }) => period === 'day') ? xrayOf(first, 'day', knowledge) : undefined;
  const xrays = [minute, day].filter((xray) => xray !== undefined);
  if (minute === undefined) return { findings: [], xrays };
  const announced = announcedOf(first, minute, day);
  const { regular, irregular } = excessOf(first);
  const others = regular.length > 0 ? [] : usedByOthers(first, minute.rate);
  const excess = { regular, irregular: [...irregular, ...others] };
  const early = earlyRefusals(first, minute.rate);
  const wrong = wrongRefusals(first);
  const findings = [
    ...xrays.flatMap(judgeXray),
    ...judgeRemaining(first, announced, excess),
    ...judgeExhaustion(first, minute, wrong, overLimit(first, minute)),
    ...judgeRefusals(early, keptAnnouncements(first), { xray: minute, excess, knowledge }),
    ...judgeReopening(first, { xray: minute, excess, knowledge }),
    ...judgeSecondCaller(secondCaller(first, historyOf(log, 'second'), anonymousOf(log)), knowledge),
    ...judgeKinds(first, minute),
  ];
  return { findings, xrays };
}

/** The x-ray of the window that most answers speak of. */
function announcedOf({ takes }: History, minute: Xray, day: Xray | undefined): Xray {
  const ofDay = takes.filter(({ period }) => period === 'day').length;
  return day !== undefined && ofDay * 2 > takes.length ? day : minute;
}

/** The requests that came after as many counted ones as the figure, within half a window. */
function overLimit(history: History, { rate }: Xray): number[] {
  const counted = history.takes.filter((take) => isCounted(take, history));
  return counted
    .filter(({ to }, index) => {
      const earlier = counted[index - rate.figure];
      return earlier !== undefined && to - earlier.from < rate.length / 2;
    })
    .map(({ number }) => number);
}

function anonymousOf({ readings }: LimiterLog): number[] {
  return readings
    .filter(({ exchange: { request } }) => request.credential === 'none' || request.credential === 'wrong')
    .map(({ exchange }) => exchange.id);
}
