import { ALLOWANCE, allowedLosses } from '../contract/instability.ts';
import { isAdmitted } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import { counted } from '../text/counted.ts';

/** What became of the requests of a load that were neither admitted nor refused, without those that look at the limit before it. */
export interface Losses {
  readonly sent: number;
  /** No response. */
  readonly unanswered: number;
  /** Sent, and still without a response when k6 ended. */
  readonly cutOff: number;
  /** 502, 503 and 504: of a service that restarts, or of what stands in front of it. */
  readonly unavailable: number;
  /** Every other status. */
  readonly undocumented: number;
  /** How many of the unanswered and cut off ones were the last of all. */
  readonly lastUnanswered: number;
}

/** Counts losses. @param samples - in the order of sending */
export function lossesOf(samples: readonly LoadSample[]): Losses {
  const losses = { sent: 0, unanswered: 0, cutOff: 0, unavailable: 0, undocumented: 0, lastUnanswered: 0 };
  for (const { window, status, caller, isCutOff } of samples) {
    if (window < 0) continue;
    losses.sent++;
    losses.lastUnanswered = status === 0 ? losses.lastUnanswered + 1 : 0;
    if (isCutOff === true) losses.cutOff++;
    else if (status === 0) losses.unanswered++;
    else if (status >= 502 && status <= 504) losses.unavailable++;
    else if (status !== 429 && !isAdmitted({ status, caller })) losses.undocumented++;
  }
  return losses;
}

/** What a load lost, in sentences. */
export interface LossesSaid {
  /** That the service was not there: then nothing can be judged. */
  readonly dead?: string;
  /** More than the allowance, a sentence each. */
  readonly shortfalls: readonly string[];
  /** Within the allowance, a sentence each. */
  readonly notes: readonly string[];
  /** What the service lost is more than the allowance: it cannot be said to conform. */
  readonly isUnstable: boolean;
  /** What the load generator lost is, and not because of the service: the load was another than the one to be measured. */
  readonly isUnmeasured: boolean;
}

/** This many requests without a response at the end of a run show that the service is gone. */
const GONE = 10;

/**
 * Says what a load lost, apart for the service and for what generated the load.
 *
 * @param dropped - requests that could not be started in time
 * @param hasEnded - k6 came to its end by itself: what had no response by then was waited for
 */
export function sayLosses(losses: Losses, dropped: number, hasEnded: boolean): LossesSaid {
  const { sent, unavailable, undocumented, cutOff } = losses;
  const unanswered = losses.unanswered + (hasEnded ? cutOff : 0);
  const unstable = unanswered + unavailable;
  const allowed = allowedLosses(sent);
  const isUnstable = unstable > allowed;
  const asked = sent + dropped;
  const what = sayUnstable(unanswered, unavailable, sent);
  const said = [
    ...sayGenerator(dropped, asked, isUnstable),
    ...(unstable === 0 ? [] : [{ isShort: isUnstable, says: `${what}: ${againstAllowance(unstable, allowed)}` }]),
    ...(undocumented === 0
      ? []
      : [{ isShort: true, says: `${counted(undocumented, 'request')} got an undocumented status` }]),
  ];
  const dead = sayDead(losses, unanswered, isUnstable && hasEnded);
  return {
    ...(dead !== undefined && { dead }),
    shortfalls: said.filter(({ isShort }) => isShort).map(({ says }) => says),
    notes: said.filter(({ isShort }) => !isShort).map(({ says }) => says),
    isUnstable,
    isUnmeasured: dropped > allowedLosses(asked) && !isUnstable,
  };
}

function sayGenerator(dropped: number, asked: number, isUnstable: boolean) {
  if (dropped === 0) return [];
  const allowed = allowedLosses(asked);
  const isShort = dropped > allowed;
  const because = isUnstable ? 'all connections were waiting for the service' : 'give more --connections';
  const says = `${dropped} of ${asked} requests could not be sent in time by the load generator`;
  return [
    {
      isShort,
      says: isShort
        ? `${says}, so the requested rate was not reached: ${because}`
        : `${says}: ${againstAllowance(dropped, allowed)}`,
    },
  ];
}

function sayUnstable(unanswered: number, unavailable: number, sent: number): string {
  const lost: [number, string][] = [
    [unanswered, 'got no response'],
    [unavailable, 'got 502, 503 or 504'],
  ];
  return lost
    .filter(([count]) => count > 0)
    .map(([count, what], index) => `${count}${index === 0 ? ` of ${counted(sent, 'request')}` : ''} ${what}`)
    .join(' and ');
}

function againstAllowance(lost: number, allowed: number): string {
  const rule = `(${ALLOWANCE})`;
  if (allowed === 0) return `no loss is allowed in so short a run ${rule}`;
  return `${lost > allowed ? 'more than' : 'within'} the ${allowed} allowed for instability ${rule}`;
}

function sayDead({ sent, lastUnanswered }: Losses, unanswered: number, isUnstable: boolean): string | undefined {
  if (!isUnstable) return undefined;
  if (lastUnanswered >= GONE)
    return `the service stopped responding: the last ${lastUnanswered} of ${sent} requests got no response`;
  return 2 * unanswered >= sent ? `${unanswered} of ${sent} requests got no response` : undefined;
}
