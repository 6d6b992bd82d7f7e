import { randomBytes } from 'node:crypto';
import { PLANS, WINDOW_SECONDS, type PlanName } from '../contract/plans.ts';
import type { Caller } from './authentication.ts';
import type { Figures, Windows } from './limiter.ts';
import type { LimiterKind } from './limiter-kinds.ts';

/** A key that the server accepts. */
interface KeyOption {
  readonly key: string;
  /** The server's plan unless given. */
  readonly plan?: PlanName | undefined;
  /** Figures in place of that plan's own. */
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
  /** Keys of one account share its windows; without it a key is an account of its own. */
  readonly account?: string | undefined;
}

/** The forms of Retry-After: how many seconds to wait, or the date until which to wait. */
export const RETRY_AFTER_FORMS = ['seconds', 'date'] as const;

/** One of the forms of Retry-After. */
export type RetryAfterForm = (typeof RETRY_AFTER_FORMS)[number];

/** How a reference server is started. Everything has a default. */
export interface ReferenceOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number | undefined;
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** The plan of the keys, business by default. */
  readonly plan?: PlanName | undefined;
  /** Figures in place of the plan's own, for keys without a plan of their own. */
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
  /** The accepted keys, the primary one first; by default two new ones of two accounts. */
  readonly keys?: readonly KeyOption[] | undefined;
  /** How many pets there are at the start, 120 by default. */
  readonly pets?: number | undefined;
  /** The day at which the server lives (YYYY-MM-DD), for getPet's removal; the clock's day by default. */
  readonly today?: string | undefined;
  /** Whole seconds, 60 and 86400 by default: shorter ones are for tests. */
  readonly windowSeconds?: number | undefined;
  readonly daySeconds?: number | undefined;
  /** How the minute is kept; a fixed window that opens with the first request by default. */
  readonly limiter?: LimiterKind | undefined;
  /** How a 429 tells how long to wait, in seconds by default. */
  readonly retryAfter?: RetryAfterForm | undefined;
  /** What the pets depend on, 1 by default. */
  readonly seed?: number | undefined;
  /** How many requests during a Retry-After are forgiven before the next one bans the key for a while; 20 by default. */
  readonly banAfter?: number | undefined;
  /** The name of one defect, and of one variant. */
  readonly defect?: string | undefined;
  readonly variant?: string | undefined;
  /** Further ones at once; where two contradict each other, which of them shows is not defined. */
  readonly defects?: readonly string[] | undefined;
  readonly variants?: readonly string[] | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** How far the service's clock is ahead of that one, in seconds. */
  readonly clockAhead?: number | undefined;
}

/** The options with every default filled in. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly callers: readonly Caller[];
  readonly pets: number;
  readonly windows: Windows;
  readonly limiter: LimiterKind;
  readonly retryAfter: RetryAfterForm;
  readonly seed: number;
  readonly banAfter: number;
  /** Milliseconds. */
  readonly banLength: number;
  readonly now: () => number;
  readonly today: () => string;
}

/** The specification leaves the figures of Enterprise to the contract; these are this server's own. */
const ENTERPRISE: Figures = { perMinute: 5_000, perDay: 1_000_000 };

/** How many minute windows a ban lasts. */
const BAN_WINDOWS = 5;

/** Fills in the defaults. Throws a RangeError for a figure out of its range and for a day that is none. */
export function settle(options: ReferenceOptions): Settings {
  const { now: clock = Date.now, clockAhead = 0 } = options;
  const now = (): number => clock() + 1_000 * clockAhead;
  const today = options.today === undefined ? undefined : day(options.today);
  const minute = 1_000 * whole('windowSeconds', options.windowSeconds ?? WINDOW_SECONDS.minute, 1);
  const daily = 1_000 * whole('daySeconds', options.daySeconds ?? WINDOW_SECONDS.day, 1);
  return {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    callers: (options.keys ?? [{ key: newKey() }, { key: newKey() }]).map((key) => ({
      key: key.key,
      account: key.account ?? key.key,
      figures: ownFigures(key.plan === undefined ? options : key),
    })),
    pets: whole('pets', options.pets ?? 120, 0),
    windows: { minute, day: daily },
    limiter: options.limiter ?? 'fixed',
    retryAfter: options.retryAfter ?? 'seconds',
    seed: options.seed ?? 1,
    banAfter: options.banAfter ?? 20,
    banLength: BAN_WINDOWS * minute,
    now,
    today: () => today ?? new Date(now()).toISOString().slice(0, 10),
  };
}

function ownFigures({
  plan = 'business',
  perMinute,
  perDay,
}: Pick<ReferenceOptions, 'plan' | 'perMinute' | 'perDay'>): Figures {
  const figures = figuresOf(plan);
  return {
    perMinute: whole('perMinute', perMinute ?? figures.perMinute, 1),
    perDay: whole('perDay', perDay ?? figures.perDay, 1),
  };
}

function figuresOf(plan: PlanName): Figures {
  return plan === 'enterprise' ? ENTERPRISE : PLANS[plan];
}

function whole(name: string, value: number, atLeast: number): number {
  if (Number.isSafeInteger(value) && value >= atLeast) return value;
  throw new RangeError(`${name} must be a whole number of at least ${atLeast}, not ${value}`);
}

function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new RangeError(`today must be a day (YYYY-MM-DD), not ${text}`);
}

function newKey(): string {
  return `pet_${randomBytes(16).toString('hex')}`;
}
