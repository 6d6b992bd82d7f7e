import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import { dayAllowance, grantedOf, type DayBounds, type DaySpending } from '../probe/day-bounds.ts';
import type { Target } from '../targets/target.ts';
import { isRunning, type DayPlace } from './day-place.ts';
import { openDayRecords, type DayRecord, type FiledRecord } from './day-records.ts';
import { createOwnDayRecord, dayOf, type OwnDayRecord } from './own-day-record.ts';

/** What the user says of the day. */
export interface DayFlags {
  /** The share of the day's figure that runs may spend, above 0 and at most 1; default half. */
  readonly dayShare?: number | undefined;
}

/** A run whose day is looked after. */
export interface DayUseOptions {
  readonly target: Target;
  /** Requests that the run may send at most, as far as is known before it. */
  readonly planned: number;
  readonly flags: DayFlags;
  /** Told what the user should know, one sentence at a time. */
  readonly say: (sentence: string) => void;
  readonly place: DayPlace;
}

/** What a run spends of the day of its key. */
export interface DayUse {
  /** Undefined where the run's use of the day is not bounded. */
  readonly bounds?: DayBounds;
  /** Tells how far the run has come, after each request. */
  spent(spending: DaySpending): void;
  /** The run is over: what it has not spent of what it had set aside is free again. */
  close(): void;
}

/** What runs may spend of a day unless the user says otherwise; the rest is for those who use the key for work. */
const DEFAULT_SHARE = 0.5;

/** A run that cannot even send this many requests shows nothing. */
const FEWEST_REQUESTS = 10;

/** How often a run looks for others that have begun since, in milliseconds. */
const LOOK_EVERY = 20_000;

/**
 * Begins the count of what a run spends of its key's day, which goes by UTC. It is kept across runs, and bounds them, unless
 * the target is on this machine or its day has another length; there only what the user says is heeded.
 *
 * @throws {UsageError} when too little of the share is left for the run
 */
export function openDayUse(options: DayUseOptions): DayUse {
  const { target, planned, say, place } = options;
  if (target.loopback || target.windows.day !== WINDOW_SECONDS.day) return unkept(options);
  const records = openDayRecords(place.folder, target.apiKey, say);
  const own = createOwnDayRecord(records, place);
  // First its own, then those of others: of two runs that begin at once, each sees what the other has set aside.
  own.write({ sent: 0, planned });
  const lookAround = () => records.read().filter(({ run }) => run !== own.run);
  const others = lookAround();
  records.prune(dayOf(place.now()));
  const greet = createGreeter(place, say);
  greet(others);
  const today = others.filter(({ day }) => day === dayOf(place.now())).map(({ record }) => record);
  const setAside = sum(today.filter((record) => isRunning(record, place)).map((one) => one.planned - one.sent));
  const told = figureOf(others);
  const spentSoFar = sum(today.map(({ sent }) => sent));
  const bounds = boundsOf(options, spentSoFar + setAside, told);
  try {
    demandRoom(options, bounds, { setAside, isAssumed: target.plan.perDay === undefined && told === undefined });
  } catch (error) {
    own.write({ sent: 0, planned: 0 });
    own.end();
    throw error;
  }
  return { bounds, ...keeping(own, options, bounds, () => greet(lookAround())) };
}

/** Without records: bounded where the user asks for it. */
function unkept(options: DayUseOptions): DayUse {
  const { flags, target } = options;
  const nothing = { spent: () => undefined, close: () => undefined };
  if (flags.dayShare === undefined) return nothing;
  const bounds = boundsOf(options, 0, undefined);
  demandRoom(options, bounds, { setAside: 0, isAssumed: target.plan.perDay === undefined });
  return { bounds, ...nothing };
}

function keeping(
  own: OwnDayRecord,
  { target, planned, place }: DayUseOptions,
  bounds: DayBounds,
  look: () => void,
): Pick<DayUse, 'spent' | 'close'> {
  const declared = target.plan.perDay;
  own.write({ sent: 0, planned: Math.min(planned, dayAllowance(bounds)) });
  let looked = place.now();
  return {
    spent({ sent, planned: meant, perDay }) {
      const left = dayAllowance({ ...bounds, perDay: declared ?? perDay ?? bounds.perDay });
      const isLearned = declared === undefined && perDay !== undefined;
      own.write({ sent, planned: Math.max(sent, Math.min(meant, left)), ...(isLearned && { perDay }) });
      if (place.now() - looked < LOOK_EVERY) return;
      looked = place.now();
      look();
    },
    close: () => own.end(),
  };
}

function boundsOf({ flags, target }: DayUseOptions, used: number, told: number | undefined): DayBounds {
  const perDay = target.plan.perDay ?? told ?? PLANS.free.perDay;
  return { share: flags.dayShare ?? DEFAULT_SHARE, used, perDay };
}

/** What the answers of the run before told of the day. */
function figureOf(others: readonly FiledRecord[]): number | undefined {
  return others
    .toSorted((one, other) => other.record.seen - one.record.seen)
    .find(({ record }) => record.perDay !== undefined)?.record.perDay;
}

/** Tells of each other run once. */
function createGreeter(place: DayPlace, say: DayUseOptions['say']): (others: readonly FiledRecord[]) => void {
  const known = new Set<string>();
  return (others) => {
    for (const { run, record } of others) {
      if (known.has(run) || !isRunning(record, place)) continue;
      known.add(run);
      say(
        `Another run has used this key since ${timeOf(record)} UTC, pid ${record.pid}; the requests of both runs count.`,
      );
    }
  };
}

function demandRoom(
  { planned, say }: DayUseOptions,
  { used, perDay, share }: DayBounds,
  { setAside, isAssumed }: { readonly setAside: number; readonly isAssumed: boolean },
): void {
  const granted = grantedOf({ share, perDay });
  const left = dayAllowance({ used, perDay, share });
  if (left >= planned) return;
  const others = setAside > 0 ? `, with ${setAside} that another run has set aside,` : '';
  const state =
    `${used} requests of the key's daily quota are used${others} ` +
    `and --day-share grants ${Number((share * 100).toFixed(2))}% of ${perDay}, which is ${granted}`;
  if (left >= FEWEST_REQUESTS) {
    say(`This run may send ${left} requests: ${state}.`);
    return;
  }
  const plan = isAssumed ? ', name the plan with --plan (1000 a day is assumed until a response says otherwise)' : '';
  throw new UsageError(
    `too little of the daily quota remains: ${state}`,
    `raise --day-share${plan}, or start the run after midnight UTC`,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + Math.max(0, number), 0);
}

function timeOf({ since }: DayRecord): string {
  return new Date(since).toISOString().slice(11, 19);
}
