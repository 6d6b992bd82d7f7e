import { BudgetSpentError, InterruptedError, LimitSpentError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { LimitReading } from './limit-reading.ts';
import { createPace, type Lane } from './pace.ts';

/** What the gate is set up with. */
export interface GateOptions {
  readonly clock: Clock;
  /** Requests that may pass at all. */
  readonly maxRequests: number;
  /** Milliseconds; no wait for the limit is longer. */
  readonly longestWait: number;
  /** Ends all waits when it is aborted. */
  readonly interrupted: AbortSignal;
  /** Told once for each instant that is waited for, in milliseconds since 1970. */
  readonly onWaiting: (until: number, why: string) => void;
}

/** The one place through which every request leaves: holds it back as long as the pace asks for. */
export interface Gate {
  /**
   * Waits for leave. The order of leaving is the order in which the promises resolve.
   *
   * @returns the ticket to give back with `arrive`
   * @throws InterruptedError, BudgetSpentError or LimitSpentError; the request must then not be sent
   */
  enter(lane: Lane): Promise<number>;
  arrive(lane: Lane, ticket: number, reading?: LimitReading): void;
  /** Whether another request would be let through, if need be after a wait. */
  mayEnter(lane: Lane): boolean;
  facts(): { readonly sent: number; readonly waitedSeconds: number };
}

/** Makes the gate of a run. */
export function createGate({ clock, maxRequests, longestWait, interrupted, onWaiting }: GateOptions): Gate {
  const pace = createPace(longestWait);
  let sent = 0;
  let waited = 0;
  let waiting = 0;
  let waitingSince = 0;
  let announced = 0;
  let arrivals: (() => void)[] = [];
  const wakeAll = () => {
    const woken = arrivals;
    arrivals = [];
    for (const wake of woken) wake();
  };
  interrupted.addEventListener('abort', wakeAll, { once: true });

  const hold = async (until: number, why: string) => {
    if (until > announced) onWaiting(until, why);
    announced = Math.max(announced, until);
    // Several requests that wait at the same time wait only once.
    if (waiting++ === 0) waitingSince = clock.now();
    await clock.sleep(until - clock.now(), interrupted);
    if (--waiting === 0) waited += clock.now() - waitingSince;
  };

  return {
    async enter(lane) {
      for (;;) {
        if (interrupted.aborted) throw new InterruptedError();
        if (sent >= maxRequests) throw new BudgetSpentError(sent);
        const permission = pace.ask(lane, clock.now());
        switch (permission.kind) {
          case 'go':
            sent += 1;
            return pace.leave(lane);
          case 'spent':
            throw new LimitSpentError(permission.until);
          case 'wait':
            await hold(permission.until, permission.why);
            break;
          case 'wait-for-answer':
            await new Promise<void>((wake) => {
              arrivals.push(wake);
            });
        }
      }
    },
    arrive(lane, ticket, reading) {
      pace.arrive(lane, ticket, reading);
      wakeAll();
    },
    mayEnter: (lane) => !interrupted.aborted && sent < maxRequests && pace.ask(lane, clock.now()).kind !== 'spent',
    facts: () => ({ sent, waitedSeconds: (waited + (waiting > 0 ? clock.now() - waitingSince : 0)) / 1_000 }),
  };
}
