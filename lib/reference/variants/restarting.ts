import type { Hooks } from '../hooks.ts';
import type { MakeMeter, Meter } from '../meter.ts';
import type { Variant } from './variant.ts';

/** Counts all callers from nothing once, as a process does that keeps its counters in memory and is started again between two requests. */
function countingAnewAfter(requests: number): Hooks {
  let served = 0;
  const meter = (core: MakeMeter, limit: number, length: number) =>
    oneAfterAnother(
      () => core(limit, length),
      () => served > requests,
    );
  return {
    minuteMeter: meter,
    dayMeter: meter,
    takeTurn: (core, ...given) => {
      served++;
      return core(...given);
    },
  };
}

/** A meter, and one made anew in its place from an instant on. */
function oneAfterAnother(make: () => Meter, isOver: () => boolean): Meter {
  const first = make();
  let second: Meter | undefined;
  const current = () => (isOver() ? (second ??= make()) : first);
  return {
    limit: first.limit,
    remaining: (now) => current().remaining(now),
    resetAt: (now) => current().resetAt(now),
    opensAt: (now) => current().opensAt(now),
    use: (now) => current().use(now),
    refuse: (now) => current().refuse?.(now),
  };
}

/** As many as a run has sent when it waits, before the last requests of its first window. */
const BEFORE_A_WAIT = 62;

/** Services that restart in the middle of a run. */
export const restartingVariants: Readonly<Record<string, Variant>> = {
  'restarted-unseen': {
    says: 'the service restarts once, while no request is under way, and counts from nothing afterwards',
    closeTo: ['RATE-4', 'RATE-5'],
    remembering: () => countingAnewAfter(BEFORE_A_WAIT),
  },
  'bucket-restarted-unseen': {
    says: 'the service restarts once, while no request is under way, and its buckets are full afterwards',
    closeTo: ['RATE-5'],
    options: { limiter: 'token-bucket' },
    remembering: () => countingAnewAfter(BEFORE_A_WAIT),
  },
};
