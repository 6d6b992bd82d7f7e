import { setTimeout } from 'node:timers/promises';
import { PLANS } from '../../contract/plans.ts';
import type { Caller } from '../authentication.ts';
import type { Hooks } from '../hooks.ts';
import { withPolicies } from '../limit-policies.ts';
import type { MakeMeter, Meter } from '../meter.ts';
import { postponedCounts } from '../postponed-counts.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';
import { keeping, letIn, turned } from './turns.ts';

const oneMore = keeping((announced) => announced + 1);
const twice = keeping((announced) => 2 * announced);

/** A figure that nobody reaches. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Between reading the count and writing it, in milliseconds. */
const RACE = 40;

/** Counts requests in another window than their caller's; no name of a window leaves a request where it belongs. */
function countedFor(windowOf: (caller: Caller | undefined, remote: string) => string | undefined): Hooks {
  return {
    takeTurn: (core, caller, request, around) => {
      const account = windowOf(caller, request.remote);
      const counted = caller ?? around.settings.callers[0];
      const inWindow = counted === undefined || account === undefined ? caller : { ...counted, account };
      return core(inWindow, request, around);
    },
  };
}

/** Every window says the same all the time, and lets everything in. */
const unmoved: MakeMeter = (limit, length) => ({
  limit,
  remaining: () => limit - 1,
  resetAt: (now) => now - (now % length) + length,
  opensAt: (now) => now,
  use: () => {},
});

/** Reads how much is used, and counts a moment later, so that requests at once do not see each other. */
function racing(): Hooks {
  const { meters, take } = postponedCounts();
  return {
    ...meters,
    takeTurn: async (core, ...given) => {
      const { turn: turning, counts } = take(() => core(...given));
      const turn = await turning;
      await setTimeout(RACE);
      for (const count of counts) count();
      return turn.admitted ? { ...turn, remaining: Math.max(0, turn.remaining - 1) } : turn;
    },
  };
}

/** Too much is admitted. */
export const admissionDefects: Readonly<Record<string, Defect>> = {
  'one-too-many': { says: 'one request too many is admitted per window', breaks: ['RATE-5', 'RATE-4'], ...oneMore },
  'one-too-many-aligned': {
    says: 'one request too many is admitted per minute of the clock',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'aligned' },
    ...oneMore,
  },
  'one-too-many-sliding-log': {
    says: 'one request too many is admitted by a sliding log',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'sliding-log' },
    ...oneMore,
  },
  'one-too-many-with-policies': {
    says: 'one request too many is admitted per window, and a policy follows the number of the limit',
    breaks: ['RATE-5', 'RATE-4'],
    ...oneMore,
    answer: withPolicies,
  },
  'twice-as-many': { says: 'twice the limit is admitted per window', breaks: ['RATE-5', 'RATE-4'], ...twice },
  'twice-as-many-aligned': {
    says: 'twice the limit is admitted per minute of the clock',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'aligned' },
    ...twice,
  },
  'twice-as-many-sliding-log': {
    says: 'twice the limit is admitted by a sliding log',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'sliding-log' },
    ...twice,
  },
  'twice-as-many-weighted': {
    says: 'twice the limit is admitted by a weighted counter',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'weighted' },
    ...twice,
  },
  'twice-as-many-bucket': {
    says: 'a bucket of tokens holds, and refills, twice the limit',
    breaks: ['RATE-5', 'RATE-4'],
    options: { limiter: 'token-bucket' },
    ...twice,
  },
  'next-plan-kept': {
    says: "another plan's limit is enforced, not the announced one",
    breaks: ['RATE-5', 'RATE-6', 'RATE-4'],
    ...keeping((announced) => (announced === PLANS.pro.perMinute ? PLANS.business : PLANS.pro).perMinute),
  },
  'two-thirds-more': {
    says: 'for every 60 that are announced 100 are admitted',
    breaks: ['RATE-5', 'RATE-4'],
    ...keeping((announced) => Math.floor((announced * 5) / 3)),
  },
  'half-windows': {
    says: 'the minute is over after half a minute',
    breaks: ['RATE-5'],
    minuteMeter: (core, limit, length) => core(limit, length / 2),
  },
  'half-windows-announced-whole': {
    says: 'the minute is over after half a minute, and Reset is at the end of a whole one',
    breaks: ['RATE-5', 'RATE-4', 'RATE-13'],
    minuteMeter: (core, limit, length) => {
      const meter = core(limit, length / 2);
      return { ...meter, resetAt: (now) => meter.resetAt(now) + length / 2 };
    },
  },
  'never-refuses': {
    says: 'nothing is ever refused; Remaining stays at 0 once it is there',
    breaks: ['RATE-5', 'RATE-4'],
    ...keeping(() => UNLIMITED),
  },
  'never-refuses-below-zero': {
    says: 'nothing is ever refused, and Remaining goes on below 0',
    breaks: ['RATE-5', 'RATE-2', 'RATE-4'],
    ...keeping(() => UNLIMITED, Number.NEGATIVE_INFINITY),
  },
  'day-only': {
    says: 'only the limit per day is enforced, and the headers announce it',
    breaks: ['RATE-5'],
    minuteMeter: (core, _limit, length) => core(UNLIMITED, length),
  },
  'day-in-a-minute': {
    says: 'the limit per day is applied to every minute',
    breaks: ['RATE-3'],
    minuteMeter: (core, _limit, length) => core(PLANS.free.perDay, length),
    dayMeter: (core, _limit, length) => core(UNLIMITED, length),
  },
  'never-refuses-unmoved': {
    says: 'nothing is ever counted: Remaining never moves, and nothing is refused',
    breaks: ['RATE-4', 'RATE-5'],
    minuteMeter: (_core, limit, length) => unmoved(limit, length),
    dayMeter: (_core, limit, length) => unmoved(limit, length),
  },
  'not-atomic': {
    says: 'requests at once all find the last place free',
    breaks: ['RATE-5', 'RATE-4'],
    remembering: racing,
  },
  'limit-of-address': {
    says: 'valid keys are counted per address, not per caller',
    breaks: ['RATE-10', 'RATE-4', 'RATE-6'],
    ...countedFor((caller, remote) => (caller === undefined ? undefined : `address ${remote}`)),
  },
  'limit-of-everyone': {
    says: 'there is one window for everyone',
    breaks: ['RATE-10', 'RATE-4', 'RATE-6'],
    ...countedFor(() => 'everyone'),
  },
  'only-lists-refused': {
    says: 'over the limit only lists are refused',
    breaks: ['RATE-5'],
    ...turned((turn, request) => (addresses(request, 'listPets') ? turn : letIn(turn))),
  },
  'only-posts-refused': {
    says: 'over the limit only POST is refused',
    breaks: ['RATE-5'],
    ...turned((turn, request) => (addresses(request, 'createPet') ? turn : letIn(turn))),
  },
  'posts-never-refused': {
    says: 'over the limit POST is not refused',
    breaks: ['RATE-5'],
    ...turned((turn, request) => (addresses(request, 'createPet') ? letIn(turn) : turn)),
  },
  'posts-take-two': {
    says: 'POST counts as two requests',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => meteringSome(taking(2)),
  },
  'posts-take-five': {
    says: 'POST counts as five requests',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => meteringSome(taking(5)),
  },
  'large-pages-take-two': {
    says: 'a list with a limit of 50 or more counts as two requests',
    breaks: ['RATE-4', 'RATE-6'],
    remembering: () => meteringSome(taking(2), asksForMuch),
  },
  'only-posts-counted': {
    says: 'POST alone is counted, and refused',
    breaks: ['RATE-5', 'RATE-4'],
    remembering: () =>
      meteringSome((meter, turn) => ({
        ...meter,
        opensAt: (now) => (turn.isMeant || !turn.hasKey ? meter.opensAt(now) : now),
        use: (now) => {
          if (turn.isMeant || !turn.hasKey) meter.use(now);
        },
      })),
  },
  'posts-free': {
    says: 'POST is neither counted nor refused',
    breaks: ['RATE-5', 'RATE-4'],
    remembering: () =>
      meteringSome((meter, turn) => ({
        ...meter,
        opensAt: (now) => (turn.isMeant && turn.hasKey ? now : meter.opensAt(now)),
        use: (now) => {
          if (!turn.isMeant || !turn.hasKey) meter.use(now);
        },
      })),
  },
};

function asksForMuch(request: PetRequest): boolean {
  return addresses(request, 'listPets') && Number(request.query.get('limit') ?? 0) >= 50;
}

/** Whose turn it is, and whether it is for POST, or what else is meant. */
interface WhoseTurn {
  isMeant: boolean;
  hasKey: boolean;
}

/** Takes that many places for a POST, as far as there are any. */
function taking(places: number) {
  return (meter: Meter, turn: Readonly<WhoseTurn>): Meter => ({
    ...meter,
    use: (now) => {
      meter.use(now);
      if (turn.isMeant) for (let taken = 1; taken < places && meter.remaining(now) > 0; taken++) meter.use(now);
    },
  });
}

/** Counts POST, or what else is meant, in another way than the rest. */
function meteringSome(
  change: (meter: Meter, turn: Readonly<WhoseTurn>) => Meter,
  isMeant = (request: PetRequest) => addresses(request, 'createPet'),
): Hooks {
  const turn: WhoseTurn = { isMeant: false, hasKey: false };
  return {
    minuteMeter: (core, limit, length) => change(core(limit, length), turn),
    takeTurn: (core, caller, request, around) => {
      turn.isMeant = isMeant(request);
      turn.hasKey = caller !== undefined;
      return core(caller, request, around);
    },
  };
}
