import type { LimitReading } from './limit-reading.ts';

/** Callers with a limit of their own: the two keys, and everything that a service may refuse without knowing who it is. */
export type Lane = 'primary' | 'second' | 'other';

/** Whether a request may leave now. Instants in milliseconds since 1970. */
type Permission =
  | { readonly kind: 'go' }
  | { readonly kind: 'wait'; readonly until: number; readonly why: string }
  /** Wait until an answer to a request on its way comes in: it tells what is left. */
  | { readonly kind: 'wait-for-answer' }
  /** The wait would be longer than the run puts up with: most likely the day's limit. */
  | { readonly kind: 'spent'; readonly until: number };

/** Keeps a run within the limit of its keys. Knows no clock and sends nothing: whoever sends asks, and reports back. */
export interface Pace {
  /** Whether a request of this lane may leave at an instant; asking changes nothing for others. */
  ask(lane: Lane, now: number): Permission;
  /** Tells that a request leaves now. @returns the ticket with which its end is told */
  leave(lane: Lane): number;
  /** Tells that a request has ended; without a reading when no answer came. */
  arrive(lane: Lane, ticket: number, reading?: LimitReading): void;
}

/** After a Reset: whole seconds, and clocks that are not exact. */
const RESET_GUARD_MS = 1_000;

/** After Retry-After: timers may fire a little early, networks are uneven. */
const RETRY_GUARD_MS = 250;

/** The first wait after repeated refusals; doubled with each further one. */
const BACKOFF_MS = 1_000;

/** No backoff of our own is longer: from here on only the service's word counts. */
const LONGEST_BACKOFF_MS = 60_000;

/**
 * A 429 within so many admitted requests shows that Remaining 0 was true: a sliding window frees one place at a time. A header
 * that is 0 for ever lets a whole window pass first.
 */
const BRIEF_DOUBT = 2;

interface LaneState {
  inFlight: number;
  nextTicket: number;
  /** The newest request whose answer told what is left. */
  told: number;
  remaining: number | undefined;
  resetAt: number | undefined;
  blockedUntil: number;
  /** Refusals in a row, not counting several of one moment. */
  refusals: number;
  /** After a wait, one request goes ahead alone; answers to tickets from here on end that. */
  alone: boolean;
  aloneSince: number;
  /** The window ran out and should be new now: the next answer shows whether Remaining can be believed. */
  renewed: boolean;
  /** Remaining stays at 0 although requests are admitted: not believed for so many admitted ones; undefined when it is. */
  doubt: number | undefined;
  /** The doubt was wrong once: a 429 came at once. */
  believed: boolean;
}

/**
 * A minimal pace: at Remaining 0 it waits for the Reset, after a 429 for the end of Retry-After, with a backoff that doubles.
 *
 * @param longestWait - milliseconds; a longer wait is reported as `spent`
 */
export function createPace(longestWait: number): Pace {
  const lanes: Record<Lane, LaneState> = { primary: freshLane(), second: freshLane(), other: freshLane() };
  return {
    ask(lane, now) {
      const state = lanes[lane];
      if (now < state.blockedUntil) return waitUntil(state.blockedUntil, now, 'the service refused a request with 429');
      if (state.alone) return state.inFlight > 0 ? { kind: 'wait-for-answer' } : { kind: 'go' };
      const left = state.remaining;
      if (left === undefined || state.doubt !== undefined || left > state.inFlight) return { kind: 'go' };
      if (state.inFlight > 0) return { kind: 'wait-for-answer' };
      if (state.resetAt === undefined || now >= state.resetAt) return { kind: 'go' };
      return waitUntil(state.resetAt, now, 'the window of the limit is used up');
    },
    leave(lane) {
      const state = lanes[lane];
      const ticket = state.nextTicket++;
      // It leaves although nothing is left: the window has been waited for, or nobody knows when it ends.
      if (state.remaining === 0 && state.inFlight === 0 && state.doubt === undefined) {
        state.renewed = state.resetAt !== undefined;
        state.remaining = undefined;
        goAlone(state, ticket);
      }
      state.inFlight += 1;
      return ticket;
    },
    arrive(lane, ticket, reading) {
      const state = lanes[lane];
      state.inFlight -= 1;
      if (reading === undefined) return;
      if (reading.refused) refuse(state, ticket, reading);
      else admit(state, ticket, reading, lane);
    },
  };

  function waitUntil(until: number, now: number, why: string): Permission {
    return until - now > longestWait ? { kind: 'spent', until } : { kind: 'wait', until, why };
  }
}

function refuse(state: LaneState, ticket: number, { at, retryAfter, resetAt }: LimitReading): void {
  // Requests that were on their way together are refused together: that is one refusal.
  if (ticket >= state.aloneSince) state.refusals += 1;
  const backoff = Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** (state.refusals - 2));
  const untilReset = resetAt === undefined ? undefined : resetAt - at + RESET_GUARD_MS;
  const asked = retryAfter ?? untilReset ?? BACKOFF_MS;
  const wait = Math.max(asked, state.refusals > 1 ? backoff : 0) + RETRY_GUARD_MS;
  state.blockedUntil = Math.max(state.blockedUntil, at + wait);
  state.remaining = undefined;
  state.renewed = false;
  if (state.doubt !== undefined && state.doubt <= BRIEF_DOUBT) {
    state.believed = true;
    state.doubt = undefined;
  }
  goAlone(state, state.nextTicket);
}

function admit(state: LaneState, ticket: number, { remaining, limit, resetAt }: LimitReading, lane: Lane): void {
  const first = ticket >= state.aloneSince;
  if (first) {
    state.alone = false;
    state.refusals = 0;
  }
  // What an anonymous caller is told is nobody's limit in particular; only its refusals count.
  if (lane === 'other' || remaining === undefined || ticket < state.told || !first) return;
  const sameWindow = state.inFlight > 0 && state.remaining !== undefined && state.told >= state.aloneSince;
  state.remaining = sameWindow ? Math.min(remaining, state.remaining ?? remaining) : remaining;
  state.resetAt = resetAt === undefined ? undefined : resetAt + RESET_GUARD_MS;
  state.told = ticket;
  const suspicious = state.renewed && limit !== 1 && !state.believed;
  if (remaining > 0) state.doubt = undefined;
  else if (state.doubt !== undefined) state.doubt += 1;
  else if (suspicious) state.doubt = 0;
  state.renewed = false;
}

function goAlone(state: LaneState, since: number): void {
  state.alone = true;
  state.aloneSince = since;
}

function freshLane(): LaneState {
  return {
    inFlight: 0,
    nextTicket: 1,
    told: 0,
    remaining: undefined,
    resetAt: undefined,
    blockedUntil: 0,
    refusals: 0,
    alone: false,
    aloneSince: 0,
    renewed: false,
    doubt: undefined,
    believed: false,
  };
}
