import { headerOf, withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import type { Turn } from '../limiter.ts';
import { randomFrom } from '../random.ts';
import { addresses } from '../request.ts';
import type { Defect } from './defect.ts';
import { turned } from './turns.ts';

/** Announces another Remaining than what is left. */
function left(announce: (turn: Turn) => number): Hooks {
  return turned((turn) => ({ ...turn, remaining: Math.max(0, Math.min(turn.limit, announce(turn))) }));
}

const usedOf = ({ limit, remaining }: Turn): number => limit - remaining;

/** Remaining says something else than what is left; the limit itself is kept. */
export const remainingDefects: Readonly<Record<string, Defect>> = {
  'remaining-unmoved': {
    says: 'Remaining never moves',
    breaks: ['RATE-4', 'RATE-6'],
    ...left(({ limit }) => limit - 1),
  },
  'remaining-one-high': {
    says: 'Remaining is one too high until the window is used up',
    breaks: ['RATE-6', 'RATE-4'],
    ...left(({ admitted, remaining }) => (admitted ? remaining + 1 : remaining)),
  },
  'remaining-one-low': {
    says: 'Remaining is one too low, so that the last request is admitted at 0',
    breaks: ['RATE-4'],
    ...left(({ remaining }) => remaining - 1),
  },
  'remaining-by-twos': {
    says: 'Remaining counts two for every request',
    breaks: ['RATE-4'],
    ...left((turn) => turn.limit - 2 * usedOf(turn)),
  },
  'remaining-without-posts': {
    says: 'Remaining does not count POST, which uses up the window nevertheless',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => {
      const posts = new Map<number, number>();
      return turned((turn, request) => {
        const uncounted = (posts.get(turn.resetAt) ?? 0) + (addresses(request, 'createPet') && turn.admitted ? 1 : 0);
        posts.set(turn.resetAt, uncounted);
        return { ...turn, remaining: Math.min(turn.limit, turn.remaining + uncounted) };
      });
    },
  },
  'remaining-by-tens': {
    says: 'Remaining is counted anew with every tenth request only',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => {
      const told = new Map<string, { times: number; remaining: number }>();
      return {
        takeTurn: async (core, caller, request, around) => {
          const turn = await core(caller, request, around);
          if (caller === undefined) return turn;
          const { times, remaining } = told.get(caller.account) ?? { times: 0, remaining: 0 };
          const now = times % 10 === 0 ? turn.remaining : remaining;
          told.set(caller.account, { times: times + 1, remaining: now });
          return { ...turn, remaining: now };
        },
      };
    },
  },
  'remaining-zero-in-400': {
    says: 'a 400 has a Remaining of 0, as where an error handler has headers of its own',
    breaks: ['RATE-4'],
    answer: (answer) => (answer.status === 400 ? withHeader(answer, 'X-RateLimit-Remaining', '0') : answer),
  },
  'remaining-full-in-201': {
    says: 'a 201 has the Remaining of a new window, as where it is told by a counter that was never used',
    breaks: ['RATE-4'],
    answer: (answer) =>
      answer.status === 201
        ? withHeader(answer, 'X-RateLimit-Remaining', `${Number(headerOf(answer, 'X-RateLimit-Limit')) - 1}`)
        : answer,
  },
  'remaining-by-fives': {
    says: 'Remaining is rounded up to the next five, as where requests are counted in batches',
    breaks: ['RATE-4', 'RATE-6'],
    ...left((turn) => turn.limit - 5 * Math.floor(usedOf(turn) / 5)),
  },
  'remaining-by-pairs': {
    says: 'Remaining is counted anew with every other request only',
    breaks: ['RATE-4'],
    ...left((turn) => turn.limit - 2 * Math.ceil(usedOf(turn) / 2)),
  },
  'remaining-random': {
    says: 'Remaining is any number up to Limit',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => {
      const random = randomFrom(3);
      return left(({ limit }) => random.whole(limit + 1));
    },
  },
  'remaining-rises': {
    says: 'Remaining is how many requests were sent',
    breaks: ['RATE-4', 'RATE-6'],
    ...left(usedOf),
  },
  'remaining-of-another': {
    says: 'Remaining is that of another caller',
    breaks: ['RATE-4', 'RATE-6', 'RATE-10'],
    remembering: () => {
      const last = new Map<string, number>();
      return {
        takeTurn: async (core, caller, request, around) => {
          const turn = await core(caller, request, around);
          if (caller === undefined) return turn;
          last.set(caller.account, turn.remaining);
          const [other = turn.limit] = [...last].flatMap(([account, count]) =>
            account === caller.account ? [] : [count],
          );
          return { ...turn, remaining: other };
        },
      };
    },
  },
};
