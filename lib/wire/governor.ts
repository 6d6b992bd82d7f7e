import { InterruptedError, type HarnessError } from '../errors.ts';
import { createAllowance } from './allowance.ts';
import type { Clock } from './clock.ts';
import { createLane, type Lane, type LaneName, type LaneOptions, type Permission } from './lane.ts';
import type { LimitReading } from './limit-reading.ts';
import type { Figures } from './plan-figures.ts';
import { createSilence, type Silence } from './silence.ts';
import type { WaitHeard } from './waits-heard.ts';

/** The settings of the governor. Durations in milliseconds. */
interface GovernorOptions extends Pick<
  LaneOptions,
  'window' | 'longestWait' | 'declared' | 'dayShare' | 'minuteShare' | 'random'
> {
  readonly clock: Clock;
  /** Requests that may be sent in total. */
  readonly maxRequests: number;
  /** Requests of the key's daily limit that may be used. */
  readonly dayAllowance: number;
  /** Ends all waits when it is aborted. */
  readonly interrupted: AbortSignal;
  /**
   * Called once for each wait, with its end in milliseconds since 1970 and the reason in a clause. Short waits for the same reason, as
   * where requests are spaced, are reported as one.
   */
  readonly onWaiting: (until: number, why: string) => void;
  /** Why the run ends instead of waiting until an instant; undefined where it waits. @param waited - so far, in milliseconds */
  readonly refusesWait?: ((until: number, waited: number) => HarnessError | undefined) | undefined;
  /** What the service said to wait before this governor was made. */
  readonly heardBefore?: readonly WaitHeard[];
}

/** Every request passes through here, and is held back as long as the limits require. */
export interface Governor {
  /**
   * Waits for permission. Requests of one caller leave in the order in which they arrived here.
   *
   * @param overLimit - to leave as one of the burst, though nothing is left; see {@link SendOptions} of the wire
   * @returns the ticket to give back with `arrive`
   * @throws InterruptedError, BudgetSpentError or LimitSpentError; the request must then not be sent
   */
  enter(lane: LaneName, overLimit: boolean): Promise<number>;
  arrive(lane: LaneName, ticket: number, reading?: LimitReading): void;
  /** Whether another request would be let through, if need be after a wait. */
  mayEnter(lane: LaneName): boolean;
  /** See {@link Lane}. */
  readonly left: () => number | undefined;
  readonly figures: () => Figures;
  readonly mostOver: () => number;
  /** Until when nothing of a caller may start, ms since 1970; infinite when nothing may in this run; undefined when open. */
  openAgainAt(lane: LaneName): number | undefined;
  /** See the allowance. */
  readonly allow: (total: number) => void;
  readonly allowToday: (total: number) => void;
  facts(): { readonly sent: number; readonly waitedSeconds: number };
}

/** Waits shorter than this are reported once, as long as their reason stays the same; in milliseconds. */
const SHORT_WAIT_MS = 10_000;

/** Makes the governor of a run. */
export function createGovernor(options: GovernorOptions): Governor {
  const { clock, maxRequests, dayAllowance, interrupted, onWaiting, declared } = options;
  const shared = { ...options, assumed: {}, isOwn: true };
  const lanes: Record<LaneName, Lane> = {
    primary: createLane(shared),
    // Another caller may have another plan: its answers tell.
    second: createLane({ ...shared, declared: {}, assumed: declared, dayShare: 1 }),
    other: createLane({ ...shared, isOwn: false }),
  };
  const turns: Record<LaneName, Promise<void>> = {
    primary: Promise.resolve(),
    second: Promise.resolve(),
    other: Promise.resolve(),
  };
  const allowance = createAllowance(maxRequests, dayAllowance);
  const silence = createSilence(options.longestWait);
  const refusedBefore: Record<LaneName, Silence> = {
    primary: createSilence(options.longestWait),
    second: createSilence(options.longestWait),
    other: createSilence(options.longestWait),
  };
  for (const { lane, reading } of options.heardBefore ?? [])
    (reading.refused ? refusedBefore[lane] : silence).hear({ ...reading, refused: false });
  /** What the service asks of everybody comes before a caller's own limit. */
  const ask = (name: LaneName, overLimit = false): Permission =>
    silence.ask(clock.now()) ?? refusedBefore[name].ask(clock.now()) ?? lanes[name].ask(clock.now(), overLimit);
  let burstLane: LaneName | undefined;
  let waited = 0;
  let waiting = 0;
  let waitingSince = 0;
  let announced = { until: 0, why: '', at: -Infinity };
  const waitedSoFar = () => waited + (waiting > 0 ? clock.now() - waitingSince : 0);
  let arrivals: (() => void)[] = [];
  const wakeAll = () => {
    const woken = arrivals;
    arrivals = [];
    for (const wake of woken) wake();
  };
  interrupted.addEventListener('abort', wakeAll, { once: true });

  const hold = async (until: number, why: string) => {
    const now = clock.now();
    const isSame = why === announced.why && until - now < SHORT_WAIT_MS && now - announced.at < options.window;
    if (until > announced.until && !isSame) {
      onWaiting(until, why);
      announced = { until, why, at: now };
    }
    // Callers that wait at the same time share one wait.
    if (waiting++ === 0) waitingSince = clock.now();
    await clock.sleep(until - clock.now(), interrupted);
    if (--waiting === 0) waited += clock.now() - waitingSince;
  };

  const pass = async (name: LaneName, overLimit: boolean): Promise<number> => {
    const lane = lanes[name];
    for (;;) {
      if (interrupted.aborted) throw new InterruptedError();
      const refusal = allowance.refusal(name);
      if (refusal !== undefined) throw refusal;
      const permission = ask(name, overLimit && (burstLane ?? name) === name);
      switch (permission.kind) {
        case 'go':
          if (permission.burst) burstLane = name;
          allowance.spend(name);
          return lane.leave(clock.now(), permission.burst);
        case 'stop':
          throw permission.why;
        case 'wait': {
          const over = options.refusesWait?.(permission.until, waitedSoFar());
          if (over !== undefined) throw over;
          await hold(permission.until, permission.why);
          break;
        }
        case 'wait-for-answer':
          await new Promise<void>((wake) => {
            arrivals.push(wake);
          });
      }
    }
  };

  return {
    async enter(name, overLimit) {
      // Only the first in a caller's queue asks: waiting costs nothing, and nobody overtakes.
      const before = turns[name];
      const { promise, resolve } = Promise.withResolvers<void>();
      turns[name] = promise;
      await before;
      try {
        return await pass(name, overLimit);
      } finally {
        resolve();
      }
    },
    arrive(name, ticket, reading) {
      if (reading !== undefined) silence.hear(reading);
      lanes[name].arrive(ticket, reading?.at ?? clock.now(), reading);
      wakeAll();
    },
    mayEnter: (name) => !interrupted.aborted && allowance.refusal(name) === undefined && ask(name).kind !== 'stop',
    left: () => (silence.ask(clock.now()) === undefined ? lanes.primary.left(clock.now()) : 0),
    figures: () => lanes.primary.figures(),
    mostOver: () => lanes.primary.mostOver(),
    openAgainAt(name) {
      const permission = ask(name);
      if (permission.kind === 'stop') return Infinity;
      return permission.kind === 'wait' ? permission.until : undefined;
    },
    allow: (total) => allowance.allow(total),
    allowToday: (total) => allowance.allowToday(total),
    facts: () => ({
      sent: allowance.sent(),
      waitedSeconds: waitedSoFar() / 1_000,
    }),
  };
}
