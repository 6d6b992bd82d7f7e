import { RETRY_AFTER } from '../contract/headers.ts';
import { errorAnswer, type Answer } from './answer.ts';
import type { Caller } from './authentication.ts';
import type { Steps, Surroundings } from './hooks.ts';
import type { Turn } from './limiter.ts';
import type { RetryAfterForm } from './options.ts';

/** The whole way of a request: who sends it, whether it is within the limits, and then what it asks for. */
export function createServe(steps: () => Steps): Steps['serve'] {
  return async (request, around) => {
    const { authenticate, takeTurn, rateHeaders, operate } = steps();
    const { settings } = around;
    const caller = authenticate(request, settings.callers);
    const turn = await takeTurn(caller, request, around);
    const answer =
      refusalOf(caller, turn, around) ?? (caller === undefined ? unauthorized() : await operate(request, around));
    const date = new Date(settings.now()).toUTCString();
    return { ...answer, headers: [...answer.headers, ...rateHeaders(turn, request, around), ['Date', date]] };
  };
}

/** The refusal of a banned key, or of a request over the limit; undefined for others. */
function refusalOf(caller: Caller | undefined, turn: Turn, { settings, bans }: Surroundings): Answer | undefined {
  const now = settings.now();
  const banned = caller === undefined ? 0 : bans.secondsLeft(caller.key, now);
  if (banned > 0) {
    return errorAnswer(403, 'banned', `too many requests after a 429: wait ${banned} seconds`, [
      [RETRY_AFTER, `${banned}`],
    ]);
  }
  const wait = waitOf(turn, now, settings.retryAfter);
  if (caller !== undefined) bans.note(caller.key, turn.admitted ? undefined : wait.until, now);
  if (turn.admitted) return undefined;
  return errorAnswer(429, 'rate_limit_exceeded', `too many requests: wait ${turn.retryAfter} seconds`, [
    [RETRY_AFTER, wait.text],
  ]);
}

/** How a 429 says how long to wait, and until when that is; a date is rounded up to its whole second. */
function waitOf({ retryAfter }: Turn, now: number, form: RetryAfterForm): { text: string; until: number } {
  const until = now + 1_000 * retryAfter;
  if (form === 'seconds') return { text: `${retryAfter}`, until };
  const date = 1_000 * Math.ceil(until / 1_000);
  return { text: new Date(date).toUTCString(), until: date };
}

function unauthorized(): Answer {
  return errorAnswer(401, 'unauthorized', 'a valid API key is required as a bearer token', [
    ['WWW-Authenticate', 'Bearer'],
  ]);
}
