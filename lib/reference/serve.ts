import { RETRY_AFTER } from '../contract/headers.ts';
import { errorAnswer, type Answer } from './answer.ts';
import { Bans } from './bans.ts';
import type { Caller } from './authentication.ts';
import type { Steps, Surroundings } from './hooks.ts';
import type { Turn } from './limiter.ts';

/** The whole way of a request: who sends it, whether it is within the limits, and then what it asks for. */
export function createServe(steps: () => Steps): Steps['serve'] {
  let bans: Bans | undefined;
  const bansOf = ({ settings }: Surroundings): Bans => (bans ??= new Bans(settings.banAfter, settings.banLength));
  return async (request, around) => {
    const { authenticate, takeTurn, rateHeaders, operate } = steps();
    const { settings } = around;
    const caller = authenticate(request, settings.callers);
    const turn = takeTurn(caller, request, around);
    const answer =
      refusalOf(caller, turn, bansOf(around), settings.now()) ??
      (caller === undefined ? unauthorized() : await operate(request, around));
    const date = new Date(settings.now()).toUTCString();
    return { ...answer, headers: [...answer.headers, ...rateHeaders(turn, request, around), ['Date', date]] };
  };
}

/** The refusal of a banned key, or of a request over the limit; undefined for others. */
function refusalOf(caller: Caller | undefined, turn: Turn, bans: Bans, now: number): Answer | undefined {
  const banned = caller === undefined ? 0 : bans.secondsLeft(caller.key, now);
  if (banned > 0) {
    return errorAnswer(403, 'banned', `too many requests after a 429: wait ${banned} seconds`, [
      [RETRY_AFTER, `${banned}`],
    ]);
  }
  if (caller !== undefined) bans.note(caller.key, turn, now);
  if (turn.admitted) return undefined;
  return errorAnswer(429, 'rate_limit_exceeded', `too many requests: wait ${turn.retryAfter} seconds`, [
    [RETRY_AFTER, `${turn.retryAfter}`],
  ]);
}

function unauthorized(): Answer {
  return errorAnswer(401, 'unauthorized', 'a valid API key is required as a bearer token', [
    ['WWW-Authenticate', 'Bearer'],
  ]);
}
