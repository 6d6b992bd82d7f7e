import type { Hooks, Surroundings } from '../hooks.ts';
import type { Turn } from '../limiter.ts';
import type { PetRequest } from '../request.ts';

/** Changes what the limiter says of the requests of valid keys. */
export function turned(change: (turn: Turn, request: PetRequest, around: Surroundings) => Turn): Hooks {
  return {
    takeTurn: async (core, caller, request, around) => {
      const turn = await core(caller, request, around);
      return caller === undefined ? turn : change(turn, request, around);
    },
  };
}

/**
 * Keeps another figure than the one that is announced; Remaining counts down from the announced one.
 *
 * @param least - where Remaining ends
 */
export function keeping(kept: (announced: number) => number, least = 0): Hooks {
  return {
    minuteMeter: (core, limit, length) => {
      const figure = kept(limit);
      const meter = core(figure, length);
      return {
        ...meter,
        limit,
        remaining: (now) => Math.max(least, limit - (figure - meter.remaining(now))),
      };
    },
  };
}

/** A refusal of a request that was within the limit: it asks to wait a second. */
export function refused(turn: Turn): Turn {
  return turn.admitted ? { ...turn, admitted: false, retryAfter: 1 } : turn;
}

/** Lets a request in whatever the limiter said. */
export function letIn(turn: Turn): Turn {
  return { ...turn, admitted: true, retryAfter: 0 };
}
