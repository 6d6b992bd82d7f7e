import type { Hooks } from './hooks.ts';

/** Windows that count a request later than they let it in. */
interface PostponedCounts {
  /** The meters of those windows: reading works as ever, and what is used is only noted. */
  readonly meters: Required<Pick<Hooks, 'minuteMeter' | 'dayMeter'>>;
  /** Takes a turn, and gives with it what has to be called to count what that turn used. */
  readonly take: <T>(turn: () => T) => { readonly turn: T; readonly counts: readonly (() => void)[] };
}

/** Makes such windows, for one server. */
export function postponedCounts(): PostponedCounts {
  let counting: (() => void)[] = [];
  const noting: NonNullable<Hooks['minuteMeter']> = (core, limit, length) => {
    const meter = core(limit, length);
    return { ...meter, use: (now) => counting.push(() => meter.use(now)) };
  };
  return {
    meters: { minuteMeter: noting, dayMeter: noting },
    take: (turn) => {
      const counts: (() => void)[] = [];
      counting = counts;
      return { turn: turn(), counts };
    },
  };
}

/** Windows whose uses can be taken back. */
interface NotedUses {
  /** The meters of those windows. */
  readonly meters: Required<Pick<Hooks, 'minuteMeter' | 'dayMeter'>>;
  /** Takes a turn, and gives with it what has to be called to forget what that turn used. */
  readonly take: <T>(turn: () => T) => { readonly turn: T; readonly uses: readonly (() => void)[] };
}

/** Makes such windows, for one server. */
export function notedUses(): NotedUses {
  let noted: (() => void)[] = [];
  const noting: NonNullable<Hooks['minuteMeter']> = (core, limit, length) => {
    const meter = core(limit, length);
    return {
      ...meter,
      use: (now) => {
        meter.use(now);
        noted.push(() => meter.forget?.(now));
      },
    };
  };
  return {
    meters: { minuteMeter: noting, dayMeter: noting },
    take: (turn) => {
      const uses: (() => void)[] = [];
      noted = uses;
      return { turn: turn(), uses };
    },
  };
}
