import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { headerOf, withHeader, type Answer } from '../answer.ts';
import type { Caller } from '../authentication.ts';
import type { Hooks } from '../hooks.ts';
import { notedUses, postponedCounts } from '../postponed-counts.ts';
import { randomFrom } from '../random.ts';
import { ANONYMOUS } from '../rate-limit.ts';
import type { PetRequest } from '../request.ts';
import { late } from './late.ts';
import type { Variant } from './variant.ts';

/** Windows that count once a request is answered, and only when its answer is not of some statuses. */
function sparing(isSpared: (status: number) => boolean): Hooks {
  const { meters, take } = postponedCounts();
  const countsOf = new WeakMap<PetRequest, readonly (() => void)[]>();
  return {
    ...meters,
    takeTurn: (core, caller, request, around) => {
      const { turn, counts } = take(() => core(caller, request, around));
      countsOf.set(request, counts);
      return turn;
    },
    answer: (answer, request) => {
      const counts = countsOf.get(request) ?? [];
      if (isSpared(answer.status) || counts.length === 0) return answer;
      for (const count of counts) count();
      return withOneLess(answer);
    },
  };
}

/** Windows that count each request as it comes, and forget it again once it was answered with one of some statuses. */
function givingBack(isForgotten: (status: number) => boolean): Hooks {
  const { meters, take } = notedUses();
  const usesOf = new WeakMap<PetRequest, readonly (() => void)[]>();
  return {
    ...meters,
    takeTurn: (core, caller, request, around) => {
      const { turn, uses } = take(() => core(caller, request, around));
      usesOf.set(request, uses);
      return turn;
    },
    answer: (answer, request) => {
      if (isForgotten(answer.status)) for (const forget of usesOf.get(request) ?? []) forget();
      return answer;
    },
  };
}

function withOneLess(answer: Answer): Answer {
  const left = Number(headerOf(answer, RATE_LIMIT_HEADERS.remaining) ?? 1);
  return withHeader(answer, RATE_LIMIT_HEADERS.remaining, `${left - 1}`);
}

/** How many requests a burst of a neighbour has at most. */
const LONGEST_BURST = 4;

/** When the caller was silent for this long, the neighbour was not. In milliseconds. */
const SILENCE = 1_000;

/**
 * Another client of the primary key, at work between the requests of that key.
 *
 * @param share - its requests for each of ours, from 0 to 1
 */
function neighbour(share: number): Hooks {
  const random = randomFrom(23);
  let owed = 0;
  let burst = 1;
  let quietUntil = 0;
  let last = Number.POSITIVE_INFINITY;
  return {
    takeTurn: async (core, caller, request, around) => {
      const now = around.settings.now();
      if (caller !== undefined && caller.key === around.settings.callers[0]?.key) {
        owed += now - last < SILENCE ? share : share * LONGEST_BURST;
        last = now;
      }
      if (owed >= burst) {
        for (let sent = 0; sent < burst && now >= quietUntil; sent++) {
          const turn = await core(around.settings.callers[0], request, around);
          if (!turn.admitted) quietUntil = now + 1_000 * turn.retryAfter;
        }
        owed -= burst;
        burst = 1 + random.whole(LONGEST_BURST);
      }
      return core(caller, request, around);
    },
  };
}

/**
 * How long each response takes, how long the other client waits between its requests, and after how long a silence of petvet it
 * pauses as well. In milliseconds.
 */
const PACE = { ofResponses: 50, ofNeighbour: 54, untilRest: 6_000 };

/**
 * Another client of the primary key, which polls about as fast as a client that waits for each response. It goes on during short
 * pauses of petvet's; it stops only while petvet waits for the next window, to keep an examination short.
 */
function keepingPace(): Hooks {
  let [due, last] = [0, 0];
  let quietUntil = 0;
  return {
    ...late(() => PACE.ofResponses),
    takeTurn: async (core, caller, request, around) => {
      const now = around.settings.now();
      if (now - last > PACE.untilRest) due = now;
      last = now;
      for (; due <= now; due += PACE.ofNeighbour) {
        if (due < quietUntil) continue;
        const turn = await core(around.settings.callers[0], request, around);
        if (!turn.admitted) quietUntil = now + 1_000 * turn.retryAfter;
      }
      return core(caller, request, around);
    },
  };
}

/** Which requests count, and whose. */
export const countingVariants: Readonly<Record<string, Variant>> = {
  'wrong-keys-free': {
    says: 'requests without a valid key are not counted at all',
    closeTo: ['RATE-4'],
    takeTurn: (core, caller, request, around) => {
      if (caller !== undefined) return core(caller, request, around);
      const { settings } = around;
      const reading = { limit: ANONYMOUS.perMinute, remaining: ANONYMOUS.perMinute };
      const minute = { ...reading, resetAt: settings.now() + settings.windows.minute };
      return { admitted: true, ...minute, retryAfter: 0, minute, day: minute };
    },
  },
  'wrong-keys-count': {
    says: 'a request without a valid key is counted in the window of the key that its address used last',
    remembering: () => {
      const lastOf = new Map<string, Caller>();
      return {
        takeTurn: (core, caller, request, around) => {
          if (caller !== undefined) lastOf.set(request.remote, caller);
          return core(caller ?? lastOf.get(request.remote), request, around);
        },
      };
    },
  },
  'refused-bodies-free': {
    says: 'a request that gets 400 is not counted',
    closeTo: ['RATE-12'],
    remembering: () => sparing((status) => status === 400),
  },
  'failures-free': {
    says: 'a request that gets 400 or 404 is not counted',
    remembering: () => sparing((status) => status === 400 || status === 404),
  },
  'failures-free-and-headers-of-the-day': {
    says: 'a request that gets 400 or 404 is not counted, and the headers speak of the day always',
    closeTo: ['RATE-5'],
    remembering: () => ({
      ...sparing((status) => status === 400 || status === 404),
      rateHeaders: (core, turn, ...around) => core({ ...turn, ...turn.day }, ...around),
    }),
  },
  'failures-given-back': {
    says: 'every request is counted when it comes, and one that gets 4xx is given back once it has its response',
    closeTo: ['RATE-4'],
    remembering: () => givingBack((status) => status >= 400),
  },
  'successes-counted': {
    says: 'only requests that get 2xx are counted',
    remembering: () => sparing((status) => status >= 400),
  },
  'neighbour-shares-key': {
    says: 'another client with the same key sends, in small bursts, a request for every two',
    closeTo: ['RATE-4', 'RATE-6'],
    remembering: () => neighbour(1 / 2),
  },
  'neighbour-shares-sliding-log': {
    says: 'another client with the same key sends a request for every two, and the minute is a sliding log',
    options: { limiter: 'sliding-log' },
    remembering: () => neighbour(1 / 2),
  },
  'neighbour-keeps-pace': {
    says: 'every response takes 50 milliseconds, and another client with the same key sends a request every 54 milliseconds',
    closeTo: ['RATE-4'],
    remembering: keepingPace,
  },
  'neighbour-once-in-a-while': {
    says: 'another client with the same key sends a request now and then',
    remembering: () => neighbour(1 / 23),
  },
};
