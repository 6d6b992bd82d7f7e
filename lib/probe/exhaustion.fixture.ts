import { Exhaustion, type ExhaustionSender } from './exhaustion.ts';
import type { LimitView } from './limit-view.ts';

/** The limit of the window. */
export const FIGURE = 20;
const WINDOW = 60_000;
export const START = 1_795_000_000_000;

/** What the governor waits beyond the instant that the service names. */
const GUARD = 1_050;

export interface Given {
  /** What others have used of the first window. */
  readonly usedByOthers?: number;
  readonly rest?: number;
  readonly second?: boolean;
  /** Seconds from the start. */
  readonly retryAfter?: number;
  readonly reset?: number;
  /** Each response says that the limit resets as many seconds after it, and time passes while nothing is sent. */
  readonly resetsIn?: number;
}

/** A fixed window of twenty, told to the exhaustion as the governor tells it; what happens is logged in its order. */
export function world({
  usedByOthers = 0,
  rest = 100,
  second = true,
  retryAfter = 60,
  reset = 60,
  resetsIn,
}: Given = {}) {
  const log: string[] = [];
  const state = {
    left: FIGURE - usedByOthers,
    rest,
    openAgainAt: undefined as number | undefined,
    now: START,
    refills: false,
    underWay: 0,
    figure: FIGURE,
    /** How many a burst may send beyond what is left. */
    beyond: 3,
    /** Bursts that may have created a pet. */
    creating: 0,
    /** Places that are given back as a burst begins, one number a burst. */
    givenBack: [] as number[],
  };
  const gate: { held: Promise<void> | undefined } = { held: undefined };
  const take = (): number => {
    state.rest--;
    if (state.refills) return 200;
    return state.left-- > 0 ? 200 : 429;
  };
  const limit: LimitView = {
    window: WINDOW,
    left: () => Math.max(0, state.left),
    underWay: () => state.underWay,
    openAgainAt: () => state.openAgainAt,
    perMinute: () => state.figure,
    resetsAt: () => (resetsIn === undefined ? START + 1_000 * reset : state.now + 1_000 * resetsIn),
    rest: () => state.rest,
    beyond: () => state.beyond,
    now: () => state.now,
    hold: (until) => {
      log.push(`hold ${until - state.now}`);
      if (resetsIn !== undefined) state.now = until;
      return Promise.resolve();
    },
  };
  const sender: ExhaustionSender = {
    async burst(count, creates) {
      if (creates) state.creating += 1;
      state.left += state.givenBack.shift() ?? 0;
      const statuses = Array.from({ length: count }, take);
      if (statuses.includes(429)) state.openAgainAt = START + 1_000 * retryAfter + GUARD;
      for (const [index, status] of statuses.entries()) log.push(`burst /pets?limit=${index + 1} ${status}`);
      await gate.held;
      const refused = statuses.filter((status) => status === 429);
      const isAdmitted = refused.length === 0;
      const isJustUsedUp = isAdmitted && state.left === 0;
      return { isAdmitted, isJustUsedUp, resets: refused.map(() => START + 1_000 * reset) };
    },
    ...(second && {
      second: () => {
        log.push('second');
        return Promise.resolve();
      },
    }),
  };
  const exhaustion = new Exhaustion(limit, sender);
  const request = async () => {
    await exhaustion.turn();
    log.push('request');
    take();
  };
  const requests = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await request();
  };
  const bursts = () => log.filter((line) => line.startsWith('burst')).length;
  return { state, gate, log, exhaustion, request, requests, bursts };
}

/** The next window is whole again. */
export function reopen({ state }: ReturnType<typeof world>): void {
  Object.assign(state, { left: FIGURE, openAgainAt: undefined });
}
