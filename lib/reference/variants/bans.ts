import { errorAnswer, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import type { Turn } from '../limiter.ts';
import type { Variant } from './variant.ts';

/** How many refusals of one key in a row are enough for an eager ban, and how many windows it lasts. */
const REFUSALS = 3;
const WINDOWS = 3;

/** Bans a key for a while as soon as some of its requests were refused. Source: section 8, "Behavior on exceeding", 3. */
function eagerBan(banned: () => Answer): Hooks {
  const conducts = new Map<string, { refusals: number; until: number }>();
  return {
    answer: (answer, { authorization }, { settings }) => {
      const conduct = conducts.get(authorization.join()) ?? { refusals: 0, until: 0 };
      conducts.set(authorization.join(), conduct);
      if (settings.now() < conduct.until) {
        const refusal = banned();
        const limits = answer.headers.filter(([name]) => /^(x-ratelimit-|date$)/i.test(name));
        return { ...refusal, headers: [...refusal.headers, ...limits] };
      }
      conduct.refusals = answer.status === 429 ? conduct.refusals + 1 : 0;
      if (conduct.refusals === REFUSALS) conduct.until = settings.now() + WINDOWS * settings.windows.minute;
      return answer;
    },
  };
}

/** How long a refusal blocks a key, in windows. */
const BLOCKED_FOR = 7 / 6;

/**
 * Blocks a key from its first refusal on, beyond the end of the window; Reset and Retry-After tell so as soon as there is one.
 *
 * @param windows - for how long
 * @param isEach - whether each further refusal does so again, else the first one alone
 */
function blockedLonger(windows: number, isEach = false): Hooks {
  const blocks = new Map<string, { until: number; refusal: Turn }>();
  return {
    takeTurn: async (core, caller, request, around) => {
      const { settings } = around;
      const now = settings.now();
      const block = caller && blocks.get(caller.account);
      const isBlocked = block !== undefined && now < block.until;
      const turn = isBlocked ? block.refusal : await core(caller, request, around);
      if (caller === undefined || turn.admitted) return turn;
      const isOld = isBlocked && !isEach;
      const until = isOld ? block.until : Math.max(turn.resetAt, now + settings.windows.minute * windows);
      blocks.set(caller.account, { until, refusal: turn });
      return { ...turn, resetAt: until, retryAfter: Math.max(1, Math.ceil((until - now) / 1_000)) };
    },
  };
}

/** How a service treats those who go over the limit. */
export const banVariants: Readonly<Record<string, Variant>> = {
  'eager-ban-401': {
    says: 'after three refusals in a row the key is banned for three windows, and gets 401',
    closeTo: ['AUTH-3'],
    remembering: () =>
      eagerBan(() => errorAnswer(401, 'unauthorized', 'the key is banned', [['WWW-Authenticate', 'Bearer']])),
  },
  'limit-blocks-longer': {
    says: 'a refusal blocks the key for seven sixths of a window, which Reset and Retry-After say from then on',
    remembering: () => blockedLonger(BLOCKED_FOR),
  },
  'refusal-begins-window-anew': {
    says: 'each refusal begins the window anew, and its Reset and Retry-After say so',
    closeTo: ['RATE-8', 'RATE-13'],
    remembering: () => blockedLonger(1, true),
  },
  'eager-ban-403': {
    says: 'after three refusals in a row the key is banned for three windows, and gets 403',
    closeTo: ['AUTH-3', 'RATE-8'],
    remembering: () => eagerBan(() => errorAnswer(403, 'banned', 'the key is banned')),
  },
};
